/** The port to the line of those who wait for a person, and to whether anybody sits where people answer. */

export interface Queue {
  /** Conversations of one inbox that wait for a person, whoever asked first stands first. */
  readonly conversations: readonly string[];
  /** When somebody last looked from the desk, at any inbox; Unix milliseconds, 0: never. */
  readonly staffSeenAt: number;
}

export interface QueueStore {
  /** The first `limit` of an inbox's line, in one question, however many wait. */
  queue(inbox: string, limit: number): Promise<Queue>;
  /** Somebody sits at the desk. The largest time stands. */
  recordStaffSeen(at: number): Promise<void>;
}
