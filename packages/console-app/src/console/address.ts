/** What of the console is shown, as the address says it after `#`. The server serves one document and never sees it. */

export const PAGES = ['conversations', 'inboxes', 'knowledge', 'agents', 'team', 'account'] as const;
export type Page = (typeof PAGES)[number];

export interface Address {
  readonly page: Page;
  /** Whose inboxes, knowledge, AI agents or team; null: those of the person's first organization. Conversations have none. */
  readonly orgId: string | null;
  /** The conversation or AI agent that is open; null: none. */
  readonly id: string | null;
  /** Which conversations are listed. Missing: the queue. */
  readonly list?: ListChoice;
}

/** The lists of conversations, by the names that the server and the address have. */
export const VIEWS = ['queue', 'mine', 'assistant', 'closed', 'all'] as const;
export type View = (typeof VIEWS)[number];

export interface ListChoice {
  readonly view: View;
  /** Null: all that the person may see. */
  readonly inbox: string | null;
  /** What is searched for; empty: nothing. */
  readonly words: string;
}

export const QUEUE: ListChoice = { view: 'queue', inbox: null, words: '' };

/** Something is searched for: spaces alone are nothing. */
export const isSearch = ({ words }: ListChoice): boolean => words.trim() !== '';

/** As the server takes them. */
export const WORDS_LENGTH = 200;

const ADDRESS = /^#\/(\w+)(?:\/([\w-]+))?(?:\/([\w-]+))?(?:\?(.*))?$/;

/** `#/conversations/cnv_…`, `#/agents/org_…/agt_…`. An address that names no page is that of the conversations. */
export function readAddress(hash: string): Address {
  const [, name, first = null, second = null, query = ''] = ADDRESS.exec(hash) ?? [];
  const page = PAGES.find((each) => each === name) ?? 'conversations';
  if (page !== 'conversations') return { page, orgId: first, id: second };
  return { page, orgId: null, id: first, ...withList(readList(query)) };
}

/** What can't be read of it is as in the queue. */
function readList(query: string): ListChoice {
  const fields = new URLSearchParams(query);
  const view = VIEWS.find((each) => each === fields.get('view')) ?? QUEUE.view;
  const inbox = fields.get('inbox') ?? '';
  const words = (fields.get('q') ?? '').slice(0, WORDS_LENGTH);
  return { view, inbox: /^[\w-]+$/.test(inbox) ? inbox : null, words };
}

const withList = (list: ListChoice): Pick<Address, 'list'> => (queryOf(list) === '' ? {} : { list });

/** As in the address and in a request; empty for the queue. */
export function queryOf(choice: ListChoice): string {
  const { view, inbox, words } = choice;
  return new URLSearchParams({
    ...(view !== QUEUE.view && { view }),
    ...(inbox !== null && { inbox }),
    ...(isSearch(choice) && { q: words }),
  }).toString();
}

/** For a link. */
export function hashOf({ page, orgId, id, list }: Address): string {
  const query = list ? queryOf(list) : '';
  return ['#', page, orgId, id].filter((part) => part !== null).join('/') + (query && `?${query}`);
}

/** `list`: beside which it is opened. */
export const conversationAt = (id: string | null, list: ListChoice = QUEUE): Address => ({
  ...{ page: 'conversations', orgId: null, id },
  ...withList(list),
});
