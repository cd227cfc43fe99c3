/**
 * One reader of one conversation: gets every event after its number exactly once and in order, whatever the bus does.
 *
 * The order of beginning matters: listen first, then read the log, then compare. The other way round, an event that is
 * committed between the reading and the listening would be missed by both.
 */
import { type Cursor, type DeltaFrame, LIMITS, type LogEvent, type ServerFrame } from '@service/protocol';
import type { Bus, BusMessage } from '../bus/bus.js';
import type { Conversation, Store } from '../store/store.js';

/** Where a follower's frames go. */
export interface Outlet {
  /** Must arrive, or the reader is cut off and resumes. Resolves when the reader can take more. */
  send(frame: ServerFrame): Promise<void>;
  /** May be dropped when the reader is slow. */
  offer(frame: ServerFrame): void;
}

export interface FollowDeps {
  readonly store: Store;
  readonly bus: Bus;
  /** What has been written so far of the answer that is running, for somebody who joins in the middle. */
  readonly runningAnswer: (conversation: string) => DeltaFrame | null;
}

export class Follower {
  /** The last number handed to the outlet. */
  private sent = 0;
  /** The highest number known to be committed. */
  private head = 0;
  private live = false;
  private pumping = false;
  private ended = false;
  private unsubscribe: (() => void) | null = null;
  private offReset: (() => void) | null = null;

  constructor(
    private readonly deps: FollowDeps,
    private readonly conversation: Conversation,
    private readonly outlet: Outlet,
    /** Who follows; what it caused itself is not told back to it. */
    private readonly self: string,
    /** Called when the log can't be read on: the reader is better cut off, to resume, than left with a hole. */
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** Starts at `cursor`, or with a snapshot of the end of the log when the cursor can't be continued. */
  async begin(cursor: Pick<Cursor, 'epoch' | 'seq'> | null): Promise<void> {
    const { store, bus } = this.deps;
    const { id } = this.conversation;
    const unsubscribe = await bus.subscribe(id, (message) => this.heard(message));
    if (this.ended) return unsubscribe();
    this.unsubscribe = unsubscribe;
    this.offReset = bus.onReset(() => void this.lookAgain().catch(this.onFailure));

    const now = (await store.conversation(id)) ?? this.conversation;
    if (this.ended) return;
    const { epoch, head } = now;
    const replay =
      cursor !== null && cursor.epoch === epoch && cursor.seq <= head && head - cursor.seq <= LIMITS.replayEvents;
    const from = replay ? cursor.seq + 1 : Math.max(1, head - LIMITS.snapshotEvents + 1);
    this.sent = from - 1;
    this.head = Math.max(this.head, head);
    const mode = replay ? 'replay' : 'snapshot';
    await this.outlet.send({
      t: 'following',
      conversation: id,
      epoch,
      head,
      mode,
      from,
      read: now.read,
      handler: now.handler,
    });
    await this.pump();
    if (this.ended) return;
    this.live = true;
    await this.outlet.send({ t: 'live', conversation: id, head: this.sent });
    const running = this.deps.runningAnswer(id);
    if (running) this.outlet.offer(running);
    if (this.head > this.sent) await this.pump();
  }

  end(): void {
    this.ended = true;
    this.unsubscribe?.();
    this.offReset?.();
  }

  private heard(message: BusMessage): void {
    switch (message.kind) {
      case 'event':
        return this.committed(message.event);
      case 'delta':
        if (this.live) this.outlet.offer(message.delta);
        return;
      case 'typing':
        if (this.live && message.from !== this.self) {
          this.outlet.offer({ t: 'typing', conversation: this.conversation.id, who: message.who, on: message.on });
        }
        return;
      case 'read':
        if (this.live && message.from !== this.self) {
          this.outlet.offer({ t: 'read', conversation: this.conversation.id, seq: message.seq });
        }
        return;
      case 'stop':
        return;
    }
  }

  private committed(event: LogEvent): void {
    this.head = Math.max(this.head, event.seq);
    if (!this.live || this.pumping || event.seq <= this.sent) return;
    if (event.seq === this.sent + 1) {
      this.sent = event.seq;
      void this.hand([event]);
    } else void this.pump().catch(this.onFailure);
  }

  /** The bus may have lost something: the store knows how far the log goes. */
  private async lookAgain(): Promise<void> {
    const heads = await this.deps.store.heads([this.conversation.id]);
    this.head = Math.max(this.head, heads.get(this.conversation.id) ?? 0);
    if (this.live) await this.pump();
  }

  /** Reads on from the store until everything known is handed over. One at a time, or the order would be lost. */
  private async pump(): Promise<void> {
    if (this.pumping) return;
    this.pumping = true;
    try {
      while (!this.ended && this.sent < this.head) {
        const events = await this.deps.store.eventsAfter(this.conversation.id, this.sent, LIMITS.eventsPerFrame);
        const last = events[events.length - 1];
        if (!last || this.ended) break;
        this.sent = last.seq;
        this.head = Math.max(this.head, last.seq);
        for (const part of inFrames(events)) await this.hand(part);
      }
    } finally {
      this.pumping = false;
    }
  }

  private hand(events: readonly LogEvent[]): Promise<void> {
    const { id, epoch } = this.conversation;
    return this.outlet.send({ t: 'events', conversation: id, epoch, events });
  }
}

/** Splits events so that no frame is larger than a reader accepts. A single event always fits: its text is limited. */
export function inFrames(events: readonly LogEvent[]): readonly (readonly LogEvent[])[] {
  const frames: LogEvent[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const event of events) {
    const size = Buffer.byteLength(JSON.stringify(event));
    if (bytes + size > LIMITS.eventBytesPerFrame) {
      frames.push([]);
      bytes = 0;
    }
    (frames[frames.length - 1] as LogEvent[]).push(event);
    bytes += size;
  }
  return frames;
}
