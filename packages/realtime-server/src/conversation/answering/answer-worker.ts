/**
 * Claims answer jobs. A job was committed together with its question, so it outlives every process: the holder of its lease
 * answers; when the holder dies, the lease runs out and the next one begins again. The end of an answer and the end of its
 * job are one commit, so however many processes try, one answer is stored.
 */
import type { DeltaFrame } from '@service/protocol';
import { afterAbout } from '../../runtime/clock.js';
import { AnswerSlots } from './answer-slots.js';
import { AnswerWriter } from './answer-writer.js';
import type { AnswerWorkerDeps } from './deps.js';

const LEASE_MS = 15_000;
/** How often expired leases are looked for. New questions are claimed at once. */
const CLAIM_EVERY_MS = 2_000;

export class AnswerWorker {
  private readonly owner: string;
  /** By job. */
  private readonly active = new Map<string, { readonly answer: AnswerWriter; readonly done: Promise<void> }>();
  /** By conversation. */
  private readonly running = new Map<string, AnswerWriter>();
  private cancelTimer: (() => void) | null = null;
  private claiming: Promise<void> | null = null;
  private again = false;
  private isClaiming = false;
  private leaving = false;
  private readonly slots: AnswerSlots;

  constructor(private readonly deps: AnswerWorkerDeps) {
    this.owner = Buffer.from(deps.random(12)).toString('base64url');
    this.slots = new AnswerSlots(deps.clock, deps.addresses, () => this.claimSoon());
  }

  start(): void {
    if (this.leaving) return;
    this.isClaiming = true;
    this.cancelTimer = afterAbout(this.deps.clock, CLAIM_EVERY_MS, () => this.start());
    this.claimSoon();
  }

  /** Claims free jobs now, once it has started. Calls during a claim cause one more afterwards. */
  claimSoon(): void {
    if (this.leaving || !this.isClaiming) return;
    if (this.claiming) {
      this.again = true;
      return;
    }
    this.claiming = this.claim()
      .catch(() => undefined)
      .finally(() => {
        this.claiming = null;
        if (!this.again) return;
        this.again = false;
        this.claimSoon();
      });
  }

  /** The answer being written here in a conversation, from its beginning; null when none is, or it runs on another node. */
  runningAnswer(conversation: string): DeltaFrame | null {
    return this.running.get(conversation)?.whole() ?? null;
  }

  /** Runs `work`, for which an answer waits; its slot is free meanwhile. */
  whileWaiting<T>(job: string, work: () => Promise<T>): Promise<T> {
    return this.slots.whileWaiting(job, work);
  }

  /** Claims no more jobs. Running answers go on. */
  leave(): void {
    this.leaving = true;
    this.cancelTimer?.();
  }

  /** Claims no more jobs and gives back the running ones; the next process answers them. */
  async close(): Promise<void> {
    this.leave();
    await this.claiming;
    for (const { answer } of this.active.values()) answer.stop('shutdown');
    this.slots.endPace();
    await Promise.all([...this.active.values()].map(({ done }) => done));
  }

  private async claim(): Promise<void> {
    const { store, clock } = this.deps;
    const { limit, ...share } = this.slots.room();
    if (limit <= 0) return;
    const now = clock.now();
    const jobs = await store.claimJobs(this.owner, now, now + LEASE_MS, limit, share);
    // An inbox got all that it may at once; there may be room for more of it.
    if (jobs.length >= share.perInbox) this.again = true;
    for (const job of jobs) {
      // After a long sleep, a process may claim a job whose answer it is still writing.
      const own = this.active.get(job.id);
      if (own) {
        own.answer.continueAs(job);
        continue;
      }
      const answer = new AnswerWriter(this.deps, job, (written, keepLease) =>
        store.renewJob(job.id, this.owner, keepLease ? clock.now() + LEASE_MS : 0, written),
      );
      this.running.set(job.conversation, answer);
      const done = answer
        .write(this.slots.begin(job))
        .catch((error: unknown) => this.deps.onFailure(error, job))
        .finally(() => {
          this.active.delete(job.id);
          if (this.running.get(job.conversation) === answer) this.running.delete(job.conversation);
          this.slots.end(job.id);
        });
      this.active.set(job.id, { answer, done });
    }
  }
}
