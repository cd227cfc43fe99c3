/**
 * The place in the queue of each visitor who waits for a person. The store has the queue; the bus only says that it has
 * changed, and may lose that.
 *
 * Cost: one query per inbox that has visitors waiting at this node, for all of them together. Bus messages that arrive while
 * the query runs, or shortly after, share the next one; without any, the queue is read every few seconds. Each visitor is
 * sent their own position only, and only when it has changed.
 */
import type { LogEvent } from '@service/protocol';
import type { Bus } from '../../bus/bus.js';
import type { Clock } from '../../runtime/clock.js';
import { QUEUE_LIMITS } from '../../runtime/limits.js';
import type { Store } from '../../store/store.js';

/** A topic of the bus besides those of conversations; no conversation id looks like it. */
const QUEUE_TOPIC = 'line';
/** Bus messages this close together count as one change. */
const GATHER_MS = 100;
/** Least time between two reads of one inbox. */
const MIN_INTERVAL_MS = 500;
/** Longest time until a lost bus message, or a team that has left, shows. */
const POLL_EVERY_MS = 3_000;
/** The team counts as away after so long without a request. Browsers let a page in the background send once a minute. */
export const TEAM_AWAY_AFTER_MS = 90_000;

export interface QueuePosition {
  /** 1: the next one. Null: further back than positions are sent. */
  readonly place: number | null;
  /** The team is there. */
  readonly attended: boolean;
}

/** A visitor who waits, at one socket. */
export interface QueueListener {
  readonly conversation: string;
  /** False: it could not be sent now, and is sent again. */
  positionChanged(position: QueuePosition): boolean;
}

export interface HandoffQueuesDeps {
  readonly store: Pick<Store, 'conversation' | 'queue'>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}

interface Queue {
  /** With the position that each was sent last. */
  readonly listeners: Map<QueueListener, QueuePosition | null>;
  /** What all of them were sent last; null when one of them has yet to be sent it. Thousands may wait, and little changes. */
  sent: string | null;
  /** `again`: asked for while a read was under way. */
  reading: 'no' | 'yes' | 'again';
  cancel: (() => void) | null;
  plannedAt: number;
  readAt: number;
}

/** The queues of all inboxes that have visitors waiting at this node. */
export class HandoffQueues {
  private readonly queues = new Map<string, Queue>();
  private unsubscribe: (() => void) | null = null;
  private offReset: (() => void) | null = null;
  private stopped = false;

  constructor(private readonly deps: HandoffQueuesDeps) {}

  start(): void {
    const { bus } = this.deps;
    void bus
      .subscribe(QUEUE_TOPIC, (message) => {
        if (message.kind === 'line') this.readSoon(message.inbox);
      })
      .then((off) => {
        if (this.stopped) off();
        else this.unsubscribe = off;
      });
    this.offReset = bus.onReset(() => {
      for (const inbox of this.queues.keys()) this.readSoon(inbox);
    });
  }

  stop(): void {
    this.stopped = true;
    this.unsubscribe?.();
    this.offReset?.();
    for (const { cancel } of this.queues.values()) cancel?.();
    this.queues.clear();
  }

  /** From now on the listener is sent its position while its conversation is queued. Returns the way to leave. */
  join(inbox: string, listener: QueueListener): () => void {
    if (this.stopped) return () => undefined;
    const queue: Queue = this.queues.get(inbox) ?? {
      listeners: new Map(),
      sent: null,
      reading: 'no',
      cancel: null,
      plannedAt: Number.POSITIVE_INFINITY,
      readAt: Number.NEGATIVE_INFINITY,
    };
    this.queues.set(inbox, queue);
    queue.listeners.set(listener, null);
    queue.sent = null;
    this.readSoon(inbox);
    return () => {
      queue.listeners.delete(listener);
      if (queue.listeners.size > 0 || this.queues.get(inbox) !== queue) return;
      queue.cancel?.();
      this.queues.delete(inbox);
    };
  }

  /** The conversation may have joined the queue or left it: everybody behind it is sent the new position, on all nodes. */
  changed(conversation: string): void {
    this.deps.store.conversation(conversation).then((found) => {
      if (found) this.deps.bus.publish(QUEUE_TOPIC, { kind: 'line', inbox: found.inbox });
    }, this.deps.onFailure);
  }

  /** After each commit: only events of a hand-off change a queue. */
  committed(conversation: string, { body }: LogEvent): void {
    if (affectsQueue(body.kind)) this.changed(conversation);
  }

  private readSoon(inbox: string): void {
    const queue = this.queues.get(inbox);
    if (!queue) return;
    if (queue.reading !== 'no') queue.reading = 'again';
    else {
      // Never longer than the interval, also when the clock was set back.
      const rest = Math.min(MIN_INTERVAL_MS, queue.readAt + MIN_INTERVAL_MS - this.deps.clock.now());
      this.plan(inbox, queue, Math.max(GATHER_MS, rest));
    }
  }

  /** The earlier of two plans wins. */
  private plan(inbox: string, queue: Queue, ms: number): void {
    const at = this.deps.clock.now() + ms;
    if (queue.plannedAt <= at) return;
    queue.cancel?.();
    queue.plannedAt = at;
    queue.cancel = this.deps.clock.after(ms, () => {
      queue.plannedAt = Number.POSITIVE_INFINITY;
      queue.cancel = null;
      void this.read(inbox, queue);
    });
  }

  private async read(inbox: string, queue: Queue): Promise<void> {
    const { store, clock, onFailure } = this.deps;
    queue.reading = 'yes';
    try {
      const { conversations, staffSeenAt } = await store.queue(inbox, QUEUE_LIMITS.maxPosition);
      const attended = clock.now() - staffSeenAt < TEAM_AWAY_AFTER_MS;
      const read = `${attended} ${conversations.join()}`;
      if (read !== queue.sent) queue.sent = sendPositions(queue.listeners, conversations, attended) ? read : null;
    } catch (error) {
      onFailure(error);
    }
    if (this.queues.get(inbox) !== queue) return;
    const again = (queue.reading as Queue['reading']) === 'again';
    queue.reading = 'no';
    queue.readAt = clock.now();
    this.plan(inbox, queue, again ? MIN_INTERVAL_MS : POLL_EVERY_MS);
  }
}

export function affectsQueue(kind: LogEvent['body']['kind']): boolean {
  return kind.startsWith('handoff.') || kind === 'conversation.closed';
}

/** False: some could not be sent. */
function sendPositions(
  listeners: Map<QueueListener, QueuePosition | null>,
  conversations: readonly string[],
  attended: boolean,
): boolean {
  const places = new Map(conversations.map((conversation, i) => [conversation, i + 1]));
  const isWhole = conversations.length < QUEUE_LIMITS.maxPosition;
  let areAllSent = true;
  for (const [listener, last] of listeners) {
    const place = places.get(listener.conversation) ?? null;
    // No longer queued; its log says so.
    if (place === null && isWhole) continue;
    if (last && last.place === place && last.attended === attended) continue;
    const position: QueuePosition = { place, attended };
    if (listener.positionChanged(position)) listeners.set(listener, position);
    else areAllSent = false;
  }
  return areAllSent;
}
