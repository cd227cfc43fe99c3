/** What the workspace knows of inboxes, which are folders of the operator. The process that reads the folders answers. */
import type { OrganizationRow } from '../auth/auth-rows.js';

/** `articles`: the inbox's own, without a model. `agent`: one that speaks AG-UI. `service`: one of the business's own. */
export type AnsweredBy = 'articles' | 'model' | 'agent' | 'service';

export interface NamedInbox {
  readonly inboxId: string;
  /** The slug of the organization that it names. Null: it names none, and belongs to the first one. */
  readonly organization: string | null;
}

export interface InboxFacts {
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
  list(): readonly NamedInbox[];
  facts(inboxId: string): Promise<InboxFacts>;
}

/** `first`: the slug of the organization that has the inboxes which name none. */
export const inboxesOf = (
  inboxes: Inboxes,
  { slug }: Pick<OrganizationRow, 'slug'>,
  first: string | null,
): readonly NamedInbox[] => inboxes.list().filter(({ organization }) => (organization ?? first) === slug);
