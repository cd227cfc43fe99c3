/** Who asks the API of the team. The workspace knows accounts and keys; this room knows what they may see. */
import type { InboxLookup } from '../../inbox/inbox.js';
import type { From } from '../../runtime/network/client-address.js';
import type { Operator } from '../../store/port/operators.js';

export interface TeamCaller {
  /** Null: a program with a key, which names the person for whom it acts. */
  readonly person: { readonly account: string; readonly name: string } | null;
  /** Whether the organization's inboxes are the caller's. Null: of an inbox that names none. */
  mayUse(organization: string | null): boolean;
  /** Of the team: a person, or a program that may answer. What another one reads counts as seen by no one. */
  readonly mayAnswer: boolean;
  /** Whether the caller may also write what the organization's visitors are answered from. */
  mayChangeKnowledge(organization: string | null): boolean;
}

export type TeamAdmission =
  | { readonly ok: true; readonly caller: TeamCaller }
  | {
      readonly ok: false;
      readonly status: 401 | 403 | 429 | 503;
      readonly code: string;
      readonly message: string;
      /** With 429 and 503. */
      readonly retryAfterSeconds?: number;
    };

/** Reads the session or the key of a request. */
export type AdmitTeam = (request: Request, from: From) => Promise<TeamAdmission>;

/** What a route knows of who asks. */
export interface Asking {
  readonly caller: TeamCaller;
  /** The person's own row, made when they are first seen; null for a program. */
  readonly operator: Operator | null;
}

/** The ids of the caller's inboxes. */
export function inboxesOf({ mayUse }: TeamCaller, inboxes: Pick<InboxLookup, 'list'>): readonly string[] {
  return inboxes.list().flatMap(({ id, organization }) => (mayUse(organization) ? [id] : []));
}

/** True when the inbox exists and is the caller's. */
export function mayUseInbox({ mayUse }: TeamCaller, inboxes: Pick<InboxLookup, 'get'>, id: string): boolean {
  const inbox = inboxes.get(id);
  return inbox !== null && mayUse(inbox.organization);
}
