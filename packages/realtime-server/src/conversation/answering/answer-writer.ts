/**
 * One answer being written, from its lease to its end: started in the log, streamed in pieces that may be lost, saved now
 * and then so that a crash costs little, and ended in the log by whatever comes first: the answerer, the visitor, a person,
 * or the end of this process.
 */
import { once } from 'node:events';
import {
  type AnsweringAgent,
  type Author,
  type BackoffPolicy,
  backoff,
  type DeltaFrame,
  type Handler,
  type LogBody,
  MESSAGE_LIMITS,
  truncate,
  withSafeUrl,
} from '@service/protocol';
import type { BusMessage } from '../../bus/bus.js';
import { type AnswerJob, StoreUnavailable } from '../../store/store.js';
import type { AppendResult } from '../log/append.js';
import type { AnswerJobHandle, AnswerPiece, Ending, Question, QuestionContext } from './answerer.js';
import { throttleDeltas } from './delta-throttle.js';
import type { AnswerWorkerDeps } from './deps.js';
import { endingBy } from './ending-by.js';
import { readQuestion } from './read-question.js';

/** How often the lease is renewed while little is written, and how many characters are written before it is in any case. */
const SAVE_EVERY_MS = 2_000;
const SAVE_EVERY_LENGTH = 2_048;
/** Events after a question in which its answer is looked for. */
const AFTER = 500;
/** A job that has brought down so many holders is not tried again. */
const MAX_ATTEMPTS = 3;
/** Appends are retried while the store is down. The sum of all pauses must be less than a lease. */
const APPEND_RETRIES = 5;
const RETRY_POLICY: BackoffPolicy = { baseMs: 250, maxMs: 4_000, jitter: 0 };

type JobResult = 'done' | 'stopped' | 'failed';

/** Renews the lease and saves the text so far, or with `keepLease` false gives the lease back. Null when it was lost. */
type Renew = (written: string, keepLease: boolean) => Promise<Handler | null>;

export class AnswerWriter {
  private readonly stopping = new AbortController();
  private readonly stopped = once(this.stopping.signal, 'abort');
  /** Aborted when nothing more may be written from here. */
  private readonly leaving = new AbortController();
  private by: Author;
  private text = '';
  /** Which version of which AI agent writes; null: none, or not known yet. */
  private agent: AnsweringAgent | null = null;
  /** As far as it has been read. */
  private asked: QuestionContext = { text: '', history: [] };
  private savedLength = 0;
  private cancelSave: (() => void) | null = null;

  constructor(
    private readonly deps: AnswerWorkerDeps,
    private job: AnswerJob,
    private readonly renew: Renew,
  ) {
    this.by = { kind: 'ai', id: 'agent', name: deps.answerer.authorName(job.inbox) };
  }

  /** All that has been written so far, as one piece; null before the first word. */
  whole(): DeltaFrame | null {
    return this.text === '' ? null : this.piece(0, this.text);
  }

  /** The same job under a later attempt: its lease had run out, and this process claimed it again. */
  continueAs(job: AnswerJob): void {
    this.job = job;
  }

  stop(why: Ending): void {
    this.stopping.abort(why);
    if (why === 'lost' || why === 'shutdown') this.leaving.abort();
  }

  /**
   * Begins after `turn`, and has the lease renewed from now on. Resolves when the answer has ended, here or by giving it up. Rejects
   * when its end could not be stored.
   */
  async write(turn: Promise<void>): Promise<void> {
    const unsubscribe = await this.deps.bus.subscribe(this.job.conversation, (message) => this.onBusMessage(message));
    this.saveLater();
    try {
      await Promise.race([turn, this.stopped]);
      if (this.leaving.signal.aborted) await this.giveBack(this.job.written);
      else await this.writeAndEnd();
    } catch (error) {
      this.deps.onFailure(error, this.job);
      // The end may be in the log already, or get there: the next holder of the lease finds out.
      if (error instanceof StoreUnavailable) return;
      await this.interrupt('failed', this.text === '' ? this.failureText : this.text);
    } finally {
      this.cancelSave?.();
      unsubscribe();
    }
  }

  private async writeAndEnd(): Promise<void> {
    const { job } = this;
    const conversation = await this.deps.store.conversation(job.conversation);
    if (await this.isAnswered()) return void (await this.handOver());
    if (conversation) this.asked = { ...this.asked, locale: this.deps.locales.of(conversation.contact) };
    if (conversation?.handler !== 'agent') return void (await this.interrupt('handoff', job.written));
    if (job.attempt > MAX_ATTEMPTS) return void (await this.interrupt('failed', job.written || this.failureText));
    const started = await this.append('started', ({ attempt }) => ({
      kind: 'answer.started',
      message: job.message,
      run: job.id,
      attempt,
    }));
    if (!started.ok) return;
    const end = await this.stream(conversation.contact, started.seq);
    if (this.leaving.signal.aborted) return this.giveBack(this.text);
    const why = this.stopping.signal.aborted
      ? (this.stopping.signal.reason as Exclude<Ending, 'lost' | 'shutdown'>)
      : null;
    if (why) return void (await this.interrupt(why, this.text));
    if (!end) throw new Error('The answerer ended without saying that it was done.');
    await this.complete(end);
  }

  private async complete({ outcome, citations, offerPerson, parts, handOver }: Extract<AnswerPiece, { kind: 'done' }>) {
    const { message, id } = this.job;
    const body = {
      kind: 'answer.completed',
      message,
      run: id,
      text: this.text,
      outcome,
      citations: citations.map((citation) => withSafeUrl(citation, true)),
      offerPerson,
      ...(parts && { parts: JSON.stringify(parts) }),
      ...this.byAgent,
    } as const;
    if (!handOver) return this.append('end', () => body, 'done');
    // The job ends with the handoff: a process that dies between the two leaves it to the next one.
    const answered = await this.append('end', () => body);
    return answered.ok ? this.handOver() : this.append('end', () => body, 'done');
  }

  /** Another process is to answer, if none does already. */
  private async giveBack(written: string): Promise<void> {
    if (this.stopping.signal.reason === 'shutdown') await this.renew(written, false);
  }

  private handOver(): Promise<AppendResult> {
    return this.append('handoff', () => ({ kind: 'handoff.requested' }), 'done');
  }

  /** Whether an earlier attempt has stored the whole answer, and died before the handoff that belongs to it. */
  private async isAnswered(): Promise<boolean> {
    const { attempt, conversation, question, id } = this.job;
    if (attempt === 1) return false;
    const since = await this.deps.store.eventsAfter(conversation, question, AFTER);
    return since.some(({ body }) => body.kind === 'answer.completed' && body.run === id);
  }

  private get byAgent(): { readonly agent?: AnsweringAgent } {
    return this.agent ? { agent: this.agent } : {};
  }

  /** Sends the pieces as they come. `started`: the number of the event that started the answer. */
  private async stream(contact: string, started: number): Promise<Extract<AnswerPiece, { kind: 'done' }> | null> {
    const { answerer, clock, deltaEveryMs } = this.deps;
    const { signal } = this.stopping;
    const question = await this.readQuestion(contact, started);
    const throttle = throttleDeltas(clock, deltaEveryMs, (from, piece) => this.publish(this.piece(from, piece)));
    try {
      for await (const piece of answerer.answer(question, signal)) {
        if (signal.aborted) return null;
        if (piece.kind === 'done') return piece;
        if (piece.kind === 'agent') {
          this.agent = piece.agent;
          this.by = { ...this.by, name: piece.name };
          continue;
        }
        const text = truncate(piece.text, MESSAGE_LIMITS.answerLength - this.text.length);
        this.text += text;
        throttle.add(text);
        if (this.text.length - this.savedLength >= SAVE_EVERY_LENGTH) this.save();
      }
      return null;
    } finally {
      throttle.end();
    }
  }

  private async readQuestion(contact: string, started: number): Promise<Question> {
    const question = await readQuestion(this.deps.store, this.job, contact, started);
    this.asked = { ...this.asked, text: question.text, history: question.history };
    return { ...question, ...this.asked, address: this.deps.addresses.of(contact), job: this.handle() };
  }

  private handle(): AnswerJobHandle {
    const { id, checkpoint } = this.job;
    const current = (): number => this.job.attempt;
    return {
      run: id,
      get attempt() {
        return current();
      },
      checkpoint,
      saveCheckpoint: async (state) => {
        const isHeld = await this.deps.store.saveCheckpoint(id, current(), state);
        if (!isHeld) this.stop('lost');
        return isHeld;
      },
    };
  }

  private onBusMessage(message: BusMessage): void {
    const why = endingBy(message);
    if (why) this.stop(why);
    else if (message.kind === 'recite') {
      const whole = this.whole();
      if (whole) this.publish(whole);
    }
  }

  private publish(delta: DeltaFrame): void {
    this.deps.bus.publish(this.job.conversation, { kind: 'delta', delta });
  }

  private piece(from: number, text: string): DeltaFrame {
    const { conversation, message, id, attempt } = this.job;
    return { t: 'delta', conversation, message, run: id, attempt, from, text };
  }

  private saveLater(): void {
    this.cancelSave?.();
    this.cancelSave = this.deps.clock.after(SAVE_EVERY_MS, () => this.save());
  }

  private save(): void {
    this.saveLater();
    this.savedLength = this.text.length;
    this.renew(this.text, true).then(
      (handler) => {
        // Another process answers now; pieces from here would only confuse readers.
        if (handler === null) this.stop('lost');
        // The bus may have lost the event.
        else if (handler !== 'agent') this.stop('handoff');
      },
      () => undefined,
    );
  }

  private get failureText(): string {
    return this.deps.failureText(this.asked);
  }

  private interrupt(reason: 'stopped' | 'failed' | 'handoff', text: string): Promise<AppendResult> {
    const { message, id } = this.job;
    // Interrupted inside of a pair: half of one is no text.
    const whole = text.replace(/\p{Surrogate}$/u, '');
    const body: LogBody = { kind: 'answer.interrupted', message, run: id, text: whole, reason, ...this.byAgent };
    return this.append('end', () => body, reason === 'failed' ? 'failed' : 'stopped');
  }

  /**
   * Retries while the store is away, under the same client id, so that the event is stored once. The lease is renewed
   * meanwhile; if that failed for too long and another process has taken over, the store refuses the late event.
   * @throws StoreUnavailable
   */
  private async append(name: string, bodyOf: (job: AnswerJob) => LogBody, ends?: JobResult): Promise<AppendResult> {
    for (let tries = 0; ; tries++) {
      const { job } = this;
      const { conversation, id, attempt } = job;
      const writes = { run: id, attempt, ...(ends && { ends }) };
      try {
        return await this.deps.append(conversation, this.by, `${id}:${attempt}:${name}`, bodyOf(job), writes);
      } catch (error) {
        if (!(error instanceof StoreUnavailable) || tries === APPEND_RETRIES) throw error;
        if (!(await this.isStillHereAfter(backoff(tries, 0, RETRY_POLICY)))) throw error;
      }
    }
  }

  private isStillHereAfter(ms: number): Promise<boolean> {
    const { signal } = this.leaving;
    if (signal.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const leave = (): void => {
        cancel();
        resolve(false);
      };
      const cancel = this.deps.clock.after(ms, () => {
        signal.removeEventListener('abort', leave);
        resolve(true);
      });
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
