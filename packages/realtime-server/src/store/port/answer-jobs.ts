/** A duty to answer one message. */
export interface AnswerJob {
  readonly id: string;
  readonly conversation: string;
  readonly inbox: string;
  /** Id of the answer's message. */
  readonly message: string;
  /** Number of the question in the log. */
  readonly question: number;
  readonly attempt: number;
  /** What its last holder had written of the answer when it last said so; empty before the first attempt. */
  readonly written: string;
  /** What whoever answers kept to be able to go on; null when nothing. */
  readonly checkpoint: string | null;
}

export interface AnswerJobStore {
  /**
   * Leases up to `limit` runs that nobody holds at `at`: never begun, or begun by somebody whose lease has run out.
   * At most one per conversation, the oldest first; each claim raises the attempt.
   */
  claimJobs(owner: string, at: number, leaseUntil: number, limit: number): Promise<readonly AnswerJob[]>;
  /**
   * Holds on to a lease, and keeps what is written so far for whoever may have to take over. With a `leaseUntil` in the
   * past the lease is given back. False when it was lost meanwhile.
   */
  renewJob(run: string, owner: string, leaseUntil: number, written: string): Promise<boolean>;
  /** Keeps what an attempt wants to find again, until the run ends. False when another attempt holds the run now. */
  saveCheckpoint(run: string, attempt: number, kept: string): Promise<boolean>;
  /** Tokens spent on that day (counted from 1 January 1970, UTC), by key; keys without an entry are left out. */
  tokensUsed(keys: readonly string[], day: number): Promise<ReadonlyMap<string, number>>;
  /** Adds to every key. Days before the last one are forgotten. */
  addTokensUsed(keys: readonly string[], day: number, tokens: number): Promise<void>;
}
