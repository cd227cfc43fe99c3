/**
 * Takes up the duty to answer. A duty (a run) was committed together with its question, so it outlives every process:
 * whoever holds its lease answers; when the holder dies, the lease runs out and the next one begins again. The end of an
 * answer and the end of the duty are one commit, so however many processes try, one answer is stored.
 */
import type { DeltaFrame, RandomBytes } from '@service/protocol';
import type { Bus } from '../../bus/bus.js';
import type { Clock } from '../../runtime/clock.js';
import type { AnswerJob, Store } from '../../store/store.js';
import type { AppendEvent } from '../log/append.js';
import type { VisitorLocales } from '../sessions/visitor-locales.js';
import { AnswerWriter } from './answer-writer.js';
import type { Answerer, QuestionContext } from './answerer.js';

const LEASE_MS = 15_000;
/** How often leases of the dead are looked for. New questions are taken at once. */
const SWEEP_EVERY_MS = 2_000;
/** Answers at hand in one process. Most of them wait: for a model's words, or minutes for a person's click. */
const AT_ONCE = 512;

export interface AnswerWorkerDeps {
  readonly store: Store;
  readonly bus: Bus;
  readonly append: AppendEvent;
  readonly answerer: Answerer;
  /** What visitors read when an answer fails before its first word. */
  readonly failureText: (asked: QuestionContext) => string;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Least time between two pieces of an answer, in milliseconds; longer when the server has too much to do. */
  readonly deltaEveryMs: () => number;
  /** Which language visitors read. */
  readonly locales: Pick<VisitorLocales, 'of'>;
  readonly onFailure: (error: unknown, run: AnswerJob) => void;
}

export class AnswerWorker {
  private readonly owner: string;
  /** By run. */
  private readonly active = new Map<string, { readonly answer: AnswerWriter; readonly done: Promise<void> }>();
  /** By conversation. */
  private readonly running = new Map<string, AnswerWriter>();
  private stopSweep: (() => void) | null = null;
  private claiming: Promise<void> | null = null;
  private again = false;
  private leaving = false;

  constructor(private readonly deps: AnswerWorkerDeps) {
    this.owner = Buffer.from(deps.random(12)).toString('base64url');
  }

  start(): void {
    if (this.leaving) return;
    this.stopSweep = this.deps.clock.after(SWEEP_EVERY_MS, () => this.start());
    this.look();
  }

  /** Looks for duties now. Calls that come while it is looking make it look once more afterwards. */
  look(): void {
    if (this.leaving) return;
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
        this.look();
      });
  }

  /** The answer being written here in a conversation, from its beginning; null when none is, or it runs elsewhere. */
  runningAnswer(conversation: string): DeltaFrame | null {
    return this.running.get(conversation)?.whole() ?? null;
  }

  /** Takes no more duties. The answers at hand are written on. */
  leave(): void {
    this.leaving = true;
    this.stopSweep?.();
  }

  /** Takes no more duties and gives back the ones at hand; the next process answers them. */
  async close(): Promise<void> {
    this.leave();
    await this.claiming;
    for (const { answer } of this.active.values()) answer.stop('shutdown');
    await Promise.all([...this.active.values()].map(({ done }) => done));
  }

  private async claim(): Promise<void> {
    const { store, clock } = this.deps;
    const free = AT_ONCE - this.active.size;
    if (free <= 0) return;
    const now = clock.now();
    for (const run of await store.claimJobs(this.owner, now, now + LEASE_MS, free)) {
      // After a long sleep a process finds its own leases run out, with the answers still in its hands.
      const own = this.active.get(run.id);
      if (own) {
        own.answer.holdAs(run);
        continue;
      }
      const answer = new AnswerWriter(this.deps, run, (written, held) =>
        store.renewJob(run.id, this.owner, held ? clock.now() + LEASE_MS : 0, written),
      );
      this.running.set(run.conversation, answer);
      const done = answer
        .write()
        .catch((error: unknown) => this.deps.onFailure(error, run))
        .finally(() => {
          this.active.delete(run.id);
          if (this.running.get(run.conversation) === answer) this.running.delete(run.conversation);
          this.look();
        });
      this.active.set(run.id, { answer, done });
    }
  }
}
