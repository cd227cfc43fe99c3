import type { Handler } from '@service/protocol';

/** The job of answering one message. */
export interface AnswerJob {
  readonly id: string;
  readonly conversation: string;
  readonly inbox: string;
  /** Whose conversation it is. */
  readonly contact: string;
  /** The id of the answer's message. */
  readonly message: string;
  /** The number of the question in the log. */
  readonly question: number;
  readonly attempt: number;
  /** What the last holder had written of the answer at its last renewal. Empty before the first attempt. */
  readonly written: string;
  /** What the answerer saved to go on from, or null. */
  readonly checkpoint: string | null;
}

/** Which jobs may not be claimed, because others have less of the places for answers. */
export interface ClaimShare {
  /** Most jobs of one inbox, and of one contact. */
  readonly perInbox: number;
  readonly perContact: number;
  /** None of these. */
  readonly withoutInboxes: readonly string[];
  readonly withoutContacts: readonly string[];
}

/** A question that an AI agent has answered. */
export interface AnsweredQuestion {
  readonly conversation: string;
  /** The number of the question in the log. */
  readonly question: number;
  readonly text: string;
}

export interface AnsweredPage {
  /** The newest first. */
  readonly answered: readonly AnsweredQuestion[];
  /** Where to go on; null: there are no older ones. */
  readonly before: number | null;
}

export interface AnswerJobStore {
  /**
   * The questions that an agent has answered in these inboxes since that time (Unix milliseconds), of a limited number of answers
   * before the place `before`. Null: from the newest on. A page may be empty and not be the last one.
   */
  answeredBy(agent: string, inboxes: readonly string[], since: number, before: number | null): Promise<AnsweredPage>;
  /**
   * Leases up to `limit` jobs that have no holder at `at`: new ones, and those with an expired lease. At most one per conversation.
   * Turns go from inbox to inbox, and within one from contact to contact; between equals the oldest is first. Each claim raises the
   * attempt. `share`: default: no inbox and no contact is left out.
   */
  claimJobs(
    owner: string,
    at: number,
    leaseUntil: number,
    limit: number,
    share?: ClaimShare,
  ): Promise<readonly AnswerJob[]>;
  /**
   * Extends the lease, and stores what is written so far for the next holder. With a `leaseUntil` in the past it ends the lease.
   * Resolves to who answers in the conversation now; null: another attempt holds the job.
   */
  renewJob(run: string, owner: string, leaseUntil: number, written: string): Promise<Handler | null>;
  /** Stored until the job ends. False when another attempt holds the job. */
  saveCheckpoint(run: string, attempt: number, checkpoint: string): Promise<boolean>;
  /** Tokens used on that day (counted from 1 January 1970, UTC), by key. Keys without an entry are left out. */
  tokensUsed(keys: readonly string[], day: number): Promise<ReadonlyMap<string, number>>;
  /** Adds to every key. Deletes days before the last one. */
  addTokensUsed(keys: readonly string[], day: number, tokens: number): Promise<void>;
}
