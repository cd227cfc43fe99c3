/**
 * Carries out the duty to answer. A duty (a run) was committed together with its question, so it outlives every process:
 * whoever holds its lease answers; when the holder dies, the lease runs out and the next one begins again. The end of an
 * answer and the end of the duty are one commit, so however many processes try, one answer is stored.
 */
import { type Author, type DeltaFrame, LIMITS, type LogKind, type RandomBytes } from '@service/protocol';
import type { Answerer, AnswerPiece } from '../backend/answerer.js';
import type { Bus } from '../bus/bus.js';
import type { Run, Store } from '../store/store.js';
import type { AppendEvent } from './append.js';
import { gatherPieces } from './gather-pieces.js';

const LEASE_MS = 15_000;
const RENEW_EVERY_MS = 5_000;
/** How often leases of the dead are looked for. New questions are taken at once. */
const SWEEP_EVERY_MS = 2_000;
const AT_ONCE = 64;
const HISTORY = 40;
const FAILED_TEXT = 'Something went wrong while I was answering. Please ask again, or talk to a person.';

export interface AnsweringDeps {
  readonly store: Store;
  readonly bus: Bus;
  readonly append: AppendEvent;
  readonly answerer: Answerer;
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly onFailure: (error: unknown, run: Run) => void;
}

/** After these, the agent has nothing more to say. */
const TAKES_OVER: ReadonlySet<LogKind> = new Set(['handoff.requested', 'handoff.accepted', 'conversation.closed']);

type Ending = 'stopped' | 'handoff' | 'shutdown';

export class Answering {
  private readonly owner: string;
  private readonly running = new Map<string, { readonly delta: DeltaFrame }>();
  private readonly active = new Map<string, { readonly stop: AbortController; readonly done: Promise<void> }>();
  private sweep: NodeJS.Timeout | null = null;
  private claiming: Promise<void> | null = null;
  private again = false;
  private closed = false;

  constructor(private readonly deps: AnsweringDeps) {
    this.owner = Buffer.from(deps.random(12)).toString('base64url');
  }

  start(): void {
    this.sweep = setInterval(() => this.look(), SWEEP_EVERY_MS);
    this.look();
  }

  /** Looks for duties now. Calls that come while it is looking make it look once more afterwards. */
  look(): void {
    if (this.closed) return;
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

  /** The answer being written in a conversation, from its beginning. */
  runningAnswer(conversation: string): DeltaFrame | null {
    return this.running.get(conversation)?.delta ?? null;
  }

  /** Stops taking duties and lets go of the ones at hand; the next process answers them. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.sweep) clearInterval(this.sweep);
    await this.claiming;
    for (const { stop } of this.active.values()) stop.abort('shutdown' satisfies Ending);
    await Promise.all([...this.active.values()].map(({ done }) => done));
  }

  private async claim(): Promise<void> {
    const { store, now } = this.deps;
    const free = AT_ONCE - this.active.size;
    if (free <= 0) return;
    for (const run of await store.claimRuns(this.owner, now(), now() + LEASE_MS, free)) {
      // After a long sleep a process finds its own leases run out, with the answers still in its hands.
      if (this.active.has(run.id)) continue;
      const stop = new AbortController();
      const done = this.carryOut(run, stop)
        .catch((error: unknown) => this.deps.onFailure(error, run))
        .finally(() => {
          this.active.delete(run.id);
          this.look();
        });
      this.active.set(run.id, { stop, done });
    }
  }

  private async carryOut(run: Run, stop: AbortController): Promise<void> {
    const { store, bus, append, answerer, now } = this.deps;
    const by: Author = { kind: 'ai', id: 'agent', name: answerer.authorName(run.inbox) };
    const unsubscribe = await bus.subscribe(run.conversation, (message) => {
      if (message.kind === 'stop') stop.abort('stopped' satisfies Ending);
      if (message.kind === 'event' && TAKES_OVER.has(message.event.body.kind)) stop.abort('handoff' satisfies Ending);
    });
    const renewing = setInterval(() => {
      void store.renewRun(run.id, this.owner, now() + LEASE_MS).then(
        (held) => {
          // Somebody else answers now; what this process still says would only be noise.
          if (!held) stop.abort('shutdown' satisfies Ending);
        },
        () => undefined,
      );
    }, RENEW_EVERY_MS);
    let text = '';
    const interrupted = (reason: 'stopped' | 'failed' | 'handoff', said: string) =>
      append(
        run.conversation,
        by,
        `${run.id}:end`,
        { kind: 'answer.interrupted', message: run.message, run: run.id, text: said, reason },
        { id: run.id, state: reason === 'failed' ? 'failed' : 'stopped' },
      );
    try {
      const conversation = await store.conversation(run.conversation);
      if (conversation?.handler !== 'agent') return void (await interrupted('handoff', ''));
      const begun = await append(run.conversation, by, `${run.id}:${run.attempt}:started`, {
        kind: 'answer.started',
        message: run.message,
        run: run.id,
        attempt: run.attempt,
      });
      if (!begun.ok) return;
      const [question] = await store.eventsAfter(run.conversation, run.question - 1, 1);
      const asked = question?.body.kind === 'message' ? question.body.text : '';
      const history = await store.eventsBefore(run.conversation, run.question, HISTORY);
      const pieces = answerer.answer(
        { inbox: run.inbox, conversation: run.conversation, text: asked, history },
        stop.signal,
      );

      let end: Extract<AnswerPiece, { kind: 'done' }> | null = null;
      const tell = (from: number, piece: string): void => {
        const frame = {
          t: 'delta',
          conversation: run.conversation,
          message: run.message,
          run: run.id,
          attempt: run.attempt,
        } as const;
        this.running.set(run.conversation, { delta: { ...frame, from: 0, text } });
        bus.publish(run.conversation, { kind: 'delta', delta: { ...frame, from, text: piece } });
      };
      const gather = gatherPieces(LIMITS.deltaEveryMs, tell);
      try {
        for await (const piece of pieces) {
          if (stop.signal.aborted) break;
          if (piece.kind === 'done') end = piece;
          else {
            const said = piece.text.slice(0, LIMITS.answerLength - text.length);
            text += said;
            gather.add(said);
          }
        }
      } finally {
        gather.end();
      }
      const why = stop.signal.aborted ? (stop.signal.reason as Ending) : null;
      if (why === 'shutdown') return;
      if (why) return void (await interrupted(why, text));
      if (!end) throw new Error('The answerer ended without saying that it was done.');
      const { outcome, citations, offerPerson } = end;
      await append(
        run.conversation,
        by,
        `${run.id}:end`,
        { kind: 'answer.completed', message: run.message, run: run.id, text, outcome, citations, offerPerson },
        { id: run.id, state: 'done' },
      );
    } catch (error) {
      this.deps.onFailure(error, run);
      await interrupted('failed', text === '' ? FAILED_TEXT : text);
    } finally {
      clearInterval(renewing);
      unsubscribe();
      this.running.delete(run.conversation);
    }
  }
}
