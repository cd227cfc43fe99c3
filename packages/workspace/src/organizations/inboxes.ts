/** What the workspace knows of inboxes from the process that serves them: those of the operator's folders, and how each is used. */
import { CONSOLE_INBOX, type InboxSettings } from '@service/realtime-server/ports';
import type { OrganizationRow } from '../auth/auth-rows.js';

/** `articles`: the inbox's own, without a model. `agent`: one that speaks AG-UI. `service`: one of the business's own. */
export type AnsweredBy = 'articles' | 'model' | 'agent' | 'service';

export interface NamedInbox {
  readonly inboxId: string;
  /** The slug of the organization that it names. Null: it names none, and belongs to the first one. */
  readonly organization: string | null;
}

export interface InboxFacts {
  /** Which articles those are: inboxes with one AI agent have the same. */
  readonly knowledgeBase: string;
  /** That were read and can be answered from. */
  readonly articles: number;
  readonly answeredBy: AnsweredBy;
  /** It has a theme or a greeting. */
  readonly hasOwnLook: boolean;
  /** A page has shown the chat, and its visitor has begun a session. */
  readonly hasVisitors: boolean;
  readonly hasMessages: boolean;
}

export interface Inboxes {
  /** Those of the folders and of the console, without archived ones. */
  list(): readonly NamedInbox[];
  facts(inboxId: string): Promise<InboxFacts>;
  /** How many of its conversations are not closed. */
  openConversations(inboxId: string): Promise<number>;
  /** As the server serves it. Null: there is no such inbox. */
  settings(inboxId: string): InboxSettings | null;
}

/** `first`: the slug of the organization that has the inboxes which name none. */
export const inboxesOf = (
  inboxes: Pick<Inboxes, 'list'>,
  { slug }: Pick<OrganizationRow, 'slug'>,
  first: string | null,
): readonly NamedInbox[] => inboxes.list().filter(({ organization }) => (organization ?? first) === slug);

/** Those of them that are folders of the operator. */
export const foldersOf = (...given: Parameters<typeof inboxesOf>): readonly NamedInbox[] =>
  inboxesOf(...given).filter(({ inboxId }) => !inboxId.startsWith(CONSOLE_INBOX));
