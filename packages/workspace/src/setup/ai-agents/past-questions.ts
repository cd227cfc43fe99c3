/** The port to what visitors have asked: only the questions, without names, addresses and long numbers. */

export interface PastQuestion {
  /** Where it was asked. */
  readonly conversation: string;
  readonly text: string;
  /** What the visitor wrote before it, oldest first: a few at most. */
  readonly before: readonly string[];
}

export interface PastPage {
  /** The newest first. */
  readonly questions: readonly PastQuestion[];
  /** Where to go on; null: the end. A page may be empty and not be the last one. */
  readonly cursor: string | null;
}

export interface PastQuestions {
  /** Questions that the agent has answered in these inboxes since that time (Unix milliseconds), a bounded part at a time. */
  read(
    asked: { readonly agentId: string; readonly inboxIds: readonly string[]; readonly since: number },
    cursor: string | null,
  ): Promise<PastPage>;
  /** Those of these conversations that were erased or have ended with their visitor. */
  erased(conversations: readonly string[]): Promise<readonly string[]>;
}
