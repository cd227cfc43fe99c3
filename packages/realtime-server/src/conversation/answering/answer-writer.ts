/**
 * One answer being written, from its lease to its end: begun in the log, told in pieces that may be lost, kept now and
 * then so that a crash costs little, and ended in the log by whatever comes first: the answerer, the visitor, a person,
 * or the end of this process.
 */
import {
  type Author,
  type DeltaFrame,
  type LogBody,
  type LogKind,
  MESSAGE_LIMITS,
  readFormAnswer,
} from '@service/protocol';
import type { BusMessage } from '../../bus/bus.js';
import { type AnswerJob, StoreUnavailable } from '../../store/store.js';
import type { AppendResult } from '../log/append.js';
import type { AnswerWorkerDeps } from './answer-worker.js';
import type { AnswerAttempt, AnswerPiece, Ending, QuestionContext } from './answerer.js';
import { throttleDeltas } from './delta-throttle.js';

/** How often the lease is renewed while little is written, and how much is written before it is kept in any case. */
const KEEP_EVERY_MS = 2_000;
const KEEP_EVERY_LENGTH = 2_048;
const HISTORY = 40;
/** A question that has brought down so many holders is not tried on yet another. */
const ATTEMPTS = 3;
/** After how long an event that the store could not take is brought again; all of it is over before a lease is. */
const AGAIN_AFTER_MS: readonly number[] = [250, 500, 1_000, 2_000, 4_000];

/** After these, the agent has nothing more to say. */
const TAKES_OVER: ReadonlySet<LogKind> = new Set(['handoff.requested', 'handoff.accepted', 'conversation.closed']);

type Ends = 'done' | 'stopped' | 'failed';

/** Renews the lease and keeps what is written; with `held` false the lease is given back. False when it was lost. */
type Renew = (written: string, held: boolean) => Promise<boolean>;

export class AnswerWriter {
  private readonly stopping = new AbortController();
  /** Nothing more is written from here, whatever else it was stopped for. */
  private readonly leaving = new AbortController();
  private readonly by: Author;
  private text = '';
  /** As far as it is known what was asked, and in which language it is to be answered. */
  private asking: QuestionContext = { text: '', history: [] };
  private keptLength = 0;
  private cancelKeep: (() => void) | null = null;

  constructor(
    private readonly deps: AnswerWorkerDeps,
    private run: AnswerJob,
    private readonly renew: Renew,
  ) {
    this.by = { kind: 'ai', id: 'agent', name: deps.answerer.authorName(run.inbox) };
  }

  /** All that has been written so far, as one piece; null before the first word. */
  whole(): DeltaFrame | null {
    return this.text === '' ? null : this.piece(0, this.text);
  }

  /** The same duty under a later attempt: its own lease had run out, and nobody else was there to take it. */
  holdAs(run: AnswerJob): void {
    this.run = run;
  }

  stop(why: Ending): void {
    this.stopping.abort(why);
    if (why === 'lost' || why === 'shutdown') this.leaving.abort();
  }

  /** Resolves when the answer has ended, here or by giving it up. Rejects when its end could not be stored. */
  async write(): Promise<void> {
    const unsubscribe = await this.deps.bus.subscribe(this.run.conversation, (message) => this.heard(message));
    this.keepLater();
    try {
      await this.writeAndEnd();
    } catch (error) {
      this.deps.onFailure(error, this.run);
      // It may be whole and in the log already, or become so: whoever finds its lease run out goes on with it.
      if (error instanceof StoreUnavailable) return;
      await this.interrupted('failed', this.text === '' ? this.failedText : this.text);
    } finally {
      this.cancelKeep?.();
      unsubscribe();
    }
  }

  private async writeAndEnd(): Promise<void> {
    const { run } = this;
    const conversation = await this.deps.store.conversation(run.conversation);
    if (conversation) this.asking = { ...this.asking, locale: this.deps.locales.of(conversation.contact) };
    if (conversation?.handler !== 'agent') return void (await this.interrupted('handoff', run.written));
    if (run.attempt > ATTEMPTS) return void (await this.interrupted('failed', run.written || this.failedText));
    const begun = await this.append('started', ({ attempt }) => ({
      kind: 'answer.started',
      message: run.message,
      run: run.id,
      attempt,
    }));
    if (!begun.ok) return;
    const end = await this.stream(conversation.contact, begun.seq);
    const why = this.stopping.signal.aborted ? (this.stopping.signal.reason as Ending) : null;
    if (why === 'lost') return;
    if (why === 'shutdown') return void (await this.renew(this.text, false));
    if (why) return void (await this.interrupted(why, this.text));
    if (!end) throw new Error('The answerer ended without saying that it was done.');
    const { outcome, citations, offerPerson } = end;
    const parts = end.parts && { parts: JSON.stringify(end.parts) };
    const { text } = this;
    const { message, id } = run;
    const body = {
      kind: 'answer.completed',
      message,
      run: id,
      text,
      outcome,
      citations,
      offerPerson,
      ...parts,
    } as const;
    await this.append('end', () => body, 'done');
  }

  /** Tells the pieces as they come. `begun`: the number under which the log says that the answer has begun. */
  private async stream(contact: string, begun: number): Promise<Extract<AnswerPiece, { kind: 'done' }> | null> {
    const { store, answerer, clock, deltaEveryMs } = this.deps;
    const { conversation, question, inbox } = this.run;
    const { signal } = this.stopping;
    const said = await store.eventsBefore(conversation, begun, HISTORY);
    const [asked] = await store.eventsAfter(conversation, question - 1, 1);
    const { text, attachments: files = [], parts = '' } = asked?.body.kind === 'message' ? asked.body : { text: '' };
    const filled = readFormAnswer(parts);
    // What the visitor wrote after it is a question of its own; what was answered since is known to both.
    const history = said.filter(({ seq, by }) => seq < question || (seq > question && by.kind !== 'visitor'));
    const turn = this.turn();
    const gather = throttleDeltas(clock, deltaEveryMs, (from, piece) => this.tell(this.piece(from, piece)));
    try {
      this.asking = { ...this.asking, text, history };
      const asking = { inbox, conversation, contact, files, ...(filled && { filled }), ...this.asking, turn };
      for await (const piece of answerer.answer(asking, signal)) {
        if (signal.aborted) return null;
        if (piece.kind === 'done') return piece;
        const said = piece.text.slice(0, MESSAGE_LIMITS.answerLength - this.text.length);
        this.text += said;
        gather.add(said);
        if (this.text.length - this.keptLength >= KEEP_EVERY_LENGTH) this.keep();
      }
      return null;
    } finally {
      gather.end();
    }
  }

  private turn(): AnswerAttempt {
    const { id, checkpoint: kept } = this.run;
    const current = (): number => this.run.attempt;
    return {
      run: id,
      get attempt() {
        return current();
      },
      kept,
      keep: async (state) => {
        const held = await this.deps.store.saveCheckpoint(id, current(), state);
        if (!held) this.stop('lost');
        return held;
      },
    };
  }

  private heard(message: BusMessage): void {
    if (message.kind === 'stop') this.stop('stopped');
    // There is no log any more that its end could stand in.
    else if (message.kind === 'erased') this.stop('lost');
    else if (message.kind === 'event' && TAKES_OVER.has(message.event.body.kind)) this.stop('handoff');
    else if (message.kind === 'recite') {
      const whole = this.whole();
      if (whole) this.tell(whole);
    }
  }

  private tell(delta: DeltaFrame): void {
    this.deps.bus.publish(this.run.conversation, { kind: 'delta', delta });
  }

  private piece(from: number, text: string): DeltaFrame {
    const { conversation, message, id, attempt } = this.run;
    return { t: 'delta', conversation, message, run: id, attempt, from, text };
  }

  private keepLater(): void {
    this.cancelKeep?.();
    this.cancelKeep = this.deps.clock.after(KEEP_EVERY_MS, () => this.keep());
  }

  private keep(): void {
    this.keepLater();
    this.keptLength = this.text.length;
    this.renew(this.text, true).then(
      (held) => {
        // Somebody else answers now; what this process still says would only be noise.
        if (!held) this.stop('lost');
      },
      () => undefined,
    );
  }

  private get failedText(): string {
    return this.deps.failureText(this.asking);
  }

  private interrupted(reason: 'stopped' | 'failed' | 'handoff', text: string): Promise<AppendResult> {
    const { message, id } = this.run;
    const body: LogBody = { kind: 'answer.interrupted', message, run: id, text, reason };
    return this.append('end', () => body, reason === 'failed' ? 'failed' : 'stopped');
  }

  /**
   * What the store could not take is brought again under the same id, so that it stands there once. The lease is renewed
   * meanwhile; where that failed for too long and another has taken over, the store refuses what comes late.
   * @throws StoreUnavailable
   */
  private async append(name: string, bodyOf: (run: AnswerJob) => LogBody, ends?: Ends): Promise<AppendResult> {
    for (let tries = 0; ; tries++) {
      const { run } = this;
      const { conversation, id, attempt } = run;
      const writes = { run: id, attempt, ...(ends && { ends }) };
      try {
        return await this.deps.append(conversation, this.by, `${id}:${attempt}:${name}`, bodyOf(run), writes);
      } catch (error) {
        const pause = AGAIN_AFTER_MS[tries];
        if (!(error instanceof StoreUnavailable) || pause === undefined || !(await this.stillHereAfter(pause)))
          throw error;
      }
    }
  }

  private stillHereAfter(ms: number): Promise<boolean> {
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
