import type { LogEvent } from '@service/protocol';

export interface Erasure {
  readonly conversation: string;
  readonly at: number;
  /** An empty conversation for the sessions that are in the erased one; not made when there are none. */
  readonly next: { readonly conversation: string; readonly epoch: string };
}

/** What a withdrawal has ended. Both empty: the session had ended before. */
export interface Withdrawn {
  readonly sessions: readonly string[];
  /** The contact's conversations that were open until then, with the end of each log. */
  readonly closed: readonly { readonly conversation: string; readonly epoch: string; readonly event: LogEvent }[];
}

export interface ErasureStore {
  /**
   * Deletes the log, the duties, the watermarks, and the contact's attributes, in one transaction. What remains is a mark
   * against which whatever is still on its way ends: nothing can be appended to it ever again. False: there never was one.
   */
  eraseConversation(input: Erasure): Promise<boolean>;
  /**
   * Ends all sessions of this session's contact, and closes all its conversations, in one transaction. The rows stay as the
   * record of what was agreed to, and until when.
   */
  withdrawConsent(session: string, at: number): Promise<Withdrawn>;
  /**
   * Forgets up to `limit` contacts of an inbox of whom nothing was seen or said since `before` (Unix milliseconds): their
   * sessions, conversations and all that hangs on them. Returns how many; 0 also while another node is at it.
   */
  eraseInactive(inbox: string, before: number, limit: number): Promise<number>;
}
