/** What of the console is shown, as the address says it after `#`. The server serves one document and never sees it. */

export const PAGES = ['conversations', 'knowledge', 'agents', 'team', 'account'] as const;
export type Page = (typeof PAGES)[number];

export interface Address {
  readonly page: Page;
  /** Whose knowledge, AI agents or team; null: those of the person's first organization. Conversations have none. */
  readonly orgId: string | null;
  /** The conversation or AI agent that is open; null: none. */
  readonly id: string | null;
}

const ADDRESS = /^#\/(\w+)(?:\/([\w-]+))?(?:\/([\w-]+))?$/;

/** `#/conversations/cnv_…`, `#/agents/org_…/agt_…`. An address that names no page is that of the conversations. */
export function readAddress(hash: string): Address {
  const [, name, first = null, second = null] = ADDRESS.exec(hash) ?? [];
  const page = PAGES.find((each) => each === name) ?? 'conversations';
  return page === 'conversations' ? { page, orgId: null, id: first } : { page, orgId: first, id: second };
}

/** For a link. */
export function hashOf({ page, orgId, id }: Address): string {
  return ['#', page, orgId, id].filter((part) => part !== null).join('/');
}

export const conversationAt = (id: string | null): Address => ({ page: 'conversations', orgId: null, id });
