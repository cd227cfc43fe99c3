import type { LogEvent } from '@service/protocol';

export interface Erasure {
  readonly conversation: string;
  readonly at: number;
  /** An empty conversation for the sessions in the erased one. Not made when there are none. */
  readonly next: { readonly conversation: string; readonly epoch: string };
}

/** What a withdrawal of consent ended. Both empty: the session had ended before. */
export interface Withdrawn {
  readonly sessions: readonly string[];
  /** The contact's conversations that were open, with the last event of each. */
  readonly closed: readonly { readonly conversation: string; readonly epoch: string; readonly event: LogEvent }[];
}

export interface ErasureStore {
  /**
   * Deletes the log, the jobs, the watermarks, what the page has claimed of the contact and unsent files in one transaction; what the site
   * has signed too, unless the contact has another conversation with messages. A mark remains, so that nothing can be appended any
   * more. False: there never was such a conversation.
   */
  eraseConversation(input: Erasure): Promise<boolean>;
  /**
   * Ends all sessions of this session's contact, closes all its conversations, discards its unsent files and what the page has claimed of
   * it, in one transaction. The session rows remain as the record of the consent and its end.
   */
  withdrawConsent(session: string, at: number): Promise<Withdrawn>;
  /**
   * Deletes up to `limit` contacts of an inbox without activity since `before` (Unix milliseconds), with their sessions and
   * conversations. No more follow those that have `events` events together (default 1,000): meanwhile no visitor can write. Returns how
   * many; 0 also while another node does it.
   */
  eraseInactive(inbox: string, before: number, limit: number, events?: number): Promise<number>;
}
