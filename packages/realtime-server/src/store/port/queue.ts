/** The conversations of one inbox that wait for a person, and whether staff is there. */

export interface Queue {
  /** In the order in which they joined the queue. */
  readonly conversations: readonly string[];
  /** When staff last looked at any inbox; Unix milliseconds, 0: never. */
  readonly staffSeenAt: number;
}

export interface QueueStore {
  /** The first `limit` of the inbox's queue. */
  queue(inbox: string, limit: number): Promise<Queue>;
  /** Staff is there at `at`. The largest time counts. */
  recordStaffSeen(at: number): Promise<void>;
}
