/**
 * Where each visitor stands who waits for a person, told to those at this node. The store has the line; the bus only says
 * that it has moved, and may forget to.
 *
 * What it costs: an inbox with somebody waiting here is looked at with one question, for all of them together. Words of the
 * bus that come while it is being asked, or shortly after, share the next one; without any it is asked every few seconds.
 * Each visitor is told their own number and nothing of the others, and only when it has changed.
 */
import type { LogEvent } from '@service/protocol';
import type { Bus } from '../../bus/bus.js';
import { QUEUE_LIMITS } from '../../limits.js';
import type { Clock } from '../../runtime/clock.js';
import type { Store } from '../../store/store.js';

/** The bus has this topic besides those of conversations; no conversation can be called like this. */
const LINE_TOPIC = 'line';
/** Words of the bus that come this close together are one change. */
const GATHER_MS = 100;
/** Least time between two looks at one inbox, for however many changes. */
const REST_MS = 500;
/** What the bus lost is seen so soon, and so is that nobody sits at the desk any more. */
const LOOK_EVERY_MS = 3_000;
/** A desk that was not heard of for so long is empty. Browsers let a page in the background speak once a minute. */
export const TEAM_AWAY_AFTER_MS = 90_000;

export interface QueuePosition {
  /** 1: the next one. Null: further back than is told. */
  readonly place: number | null;
  /** Somebody sits at the desk. */
  readonly attended: boolean;
}

/** Somebody who waits, at one socket. */
export interface QueueListener {
  readonly conversation: string;
  /** False: it could not be told now, and is told again. */
  stands(standing: QueuePosition): boolean;
}

export interface HandoffQueuesDeps {
  readonly store: Pick<Store, 'conversation' | 'queue'>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}

interface Line {
  /** With what each was told last. */
  readonly waiters: Map<QueueListener, QueuePosition | null>;
  /** `again`: asked for while a look was under way. */
  looking: 'no' | 'yes' | 'again';
  cancel: (() => void) | null;
  plannedAt: number;
  lookedAt: number;
}

export class HandoffQueues {
  private readonly lines = new Map<string, Line>();
  private unsubscribe: (() => void) | null = null;
  private offReset: (() => void) | null = null;
  private stopped = false;

  constructor(private readonly deps: HandoffQueuesDeps) {}

  start(): void {
    const { bus } = this.deps;
    void bus
      .subscribe(LINE_TOPIC, (message) => {
        if (message.kind === 'line') this.lookSoon(message.inbox);
      })
      .then((off) => {
        if (this.stopped) off();
        else this.unsubscribe = off;
      });
    this.offReset = bus.onReset(() => {
      for (const inbox of this.lines.keys()) this.lookSoon(inbox);
    });
  }

  stop(): void {
    this.stopped = true;
    this.unsubscribe?.();
    this.offReset?.();
    for (const { cancel } of this.lines.values()) cancel?.();
    this.lines.clear();
  }

  /** From now on the waiter is told where it stands, as long as its conversation is in line. Returns the way to leave. */
  join(inbox: string, waiter: QueueListener): () => void {
    if (this.stopped) return () => undefined;
    const line: Line = this.lines.get(inbox) ?? {
      waiters: new Map(),
      looking: 'no',
      cancel: null,
      plannedAt: Number.POSITIVE_INFINITY,
      lookedAt: Number.NEGATIVE_INFINITY,
    };
    this.lines.set(inbox, line);
    line.waiters.set(waiter, null);
    this.lookSoon(inbox);
    return () => {
      line.waiters.delete(waiter);
      if (line.waiters.size > 0 || this.lines.get(inbox) !== line) return;
      line.cancel?.();
      this.lines.delete(inbox);
    };
  }

  /** The conversation may have joined the line or left it: everybody behind it is told, on all nodes. */
  changed(conversation: string): void {
    this.deps.store.conversation(conversation).then((found) => {
      if (found) this.deps.bus.publish(LINE_TOPIC, { kind: 'line', inbox: found.inbox });
    }, this.deps.onFailure);
  }

  /** After each commit: only what hands a conversation over moves a line. */
  committed(conversation: string, { body }: LogEvent): void {
    if (affectsQueue(body.kind)) this.changed(conversation);
  }

  private lookSoon(inbox: string): void {
    const line = this.lines.get(inbox);
    if (!line) return;
    if (line.looking !== 'no') line.looking = 'again';
    else this.plan(inbox, line, Math.max(GATHER_MS, line.lookedAt + REST_MS - this.deps.clock.now()));
  }

  /** The earlier of two plans stands. */
  private plan(inbox: string, line: Line, ms: number): void {
    const at = this.deps.clock.now() + ms;
    if (line.plannedAt <= at) return;
    line.cancel?.();
    line.plannedAt = at;
    line.cancel = this.deps.clock.after(ms, () => {
      line.plannedAt = Number.POSITIVE_INFINITY;
      line.cancel = null;
      void this.look(inbox, line);
    });
  }

  private async look(inbox: string, line: Line): Promise<void> {
    const { store, clock, onFailure } = this.deps;
    line.looking = 'yes';
    try {
      const { conversations, staffSeenAt: attendedAt } = await store.queue(inbox, QUEUE_LIMITS.maxPosition);
      tellAll(line.waiters, conversations, clock.now() - attendedAt < TEAM_AWAY_AFTER_MS);
    } catch (error) {
      onFailure(error);
    }
    if (this.lines.get(inbox) !== line) return;
    const again = (line.looking as Line['looking']) === 'again';
    line.looking = 'no';
    line.lookedAt = clock.now();
    this.plan(inbox, line, again ? REST_MS : LOOK_EVERY_MS);
  }
}

export function affectsQueue(kind: LogEvent['body']['kind']): boolean {
  return kind.startsWith('handoff.') || kind === 'conversation.closed';
}

function tellAll(waiters: Map<QueueListener, QueuePosition | null>, line: readonly string[], attended: boolean): void {
  const places = new Map(line.map((conversation, i) => [conversation, i + 1]));
  const isWhole = line.length < QUEUE_LIMITS.maxPosition;
  for (const [waiter, told] of waiters) {
    const place = places.get(waiter.conversation) ?? null;
    // Taken or gone meanwhile; its log says so.
    if (place === null && isWhole) continue;
    if (told && told.place === place && told.attended === attended) continue;
    const standing: QueuePosition = { place, attended };
    if (waiter.stands(standing)) waiters.set(waiter, standing);
  }
}
