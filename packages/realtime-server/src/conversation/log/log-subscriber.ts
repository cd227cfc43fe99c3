/**
 * One reader of one conversation: gets every event after its number exactly once and in order, whatever the bus does.
 *
 * The order of beginning matters: listen first, then read the log, then compare. The other way round, an event that is
 * committed between the reading and the listening would be missed by both.
 */
import { type Cursor, type DeltaFrame, FRAME_LIMITS, type LogEvent, type ServerFrame } from '@service/protocol';
import type { Bus, BusMessage } from '../../bus/bus.js';
import { SOCKET_LIMITS } from '../../limits.js';
import type { Clock } from '../../runtime/clock.js';
import type { Progress, Store } from '../../store/store.js';
import { affectsQueue, type HandoffQueues, type QueueListener, type QueuePosition } from '../queue/handoff-queue.js';
import type { HeadListener, HeadPoller } from './head-poller.js';

/** Where a follower's frames go. */
export interface Outlet {
  /** Must arrive, or the reader is cut off and resumes. Resolves when the reader can take more. */
  sendReliable(frame: ServerFrame): Promise<void>;
  /** May be dropped when the reader is slow; false when it was. */
  sendDroppable(frame: ServerFrame): boolean;
}

/** Whose follower it is. */
export interface Reader {
  /** The log can't be read on: the reader is better cut off, to resume, than left with a hole. */
  failed(error: unknown): void;
  /** The log was erased, said once: there is nothing to follow any more. */
  erased(conversation: string): void;
}

export interface LogSubscriberDeps {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly sweeper: Pick<HeadPoller, 'watch'>;
  /** Where those stand who wait for a person. */
  readonly lines: Pick<HandoffQueues, 'join'>;
  /** What has been written so far of the answer that is running here, for somebody who joins in the middle. */
  readonly runningAnswer: (conversation: string) => DeltaFrame | null;
}

let latest: { readonly event: LogEvent; readonly frame: ServerFrame } | null = null;

export class LogSubscriber implements HeadListener, QueueListener {
  /** A number from the first moment: a field that was undefined once holds each new number as an object of its own. */
  activeAt = 0;
  private epoch = '';
  /** The last number handed to the outlet. */
  private sent = 0;
  /** The highest number known to be committed. */
  private head = 0;
  /** The read watermark that the reader knows. */
  private read = 0;
  /** How far people have seen it, as the reader knows. */
  private seen = 0;
  private live = false;
  private pumping = false;
  private ended = false;
  /** A piece of the running answer did not fit: the next one that does must be all of it. */
  private torn = false;
  private unsubscribe: (() => void) | null = null;
  private unwatch: (() => void) | null = null;
  private inbox = '';
  /** A person is waited for, as of the last number handed over. */
  private queued = false;
  private leaveLine: (() => void) | null = null;

  constructor(
    private readonly deps: LogSubscriberDeps,
    readonly conversation: string,
    private readonly outlet: Outlet,
    /** Who follows; what it caused itself is not told back to it. */
    private readonly self: string,
    private readonly reader: Reader,
  ) {
    this.activeAt = deps.clock.now();
  }

  /**
   * Starts at `cursor`, or with a snapshot of the end of the log when the cursor can't be continued. Resolves when the
   * reader is live, or was ended meanwhile.
   */
  async begin(cursor: Pick<Cursor, 'epoch' | 'seq'> | null): Promise<void> {
    const { store, bus, sweeper } = this.deps;
    const { conversation } = this;
    const unsubscribe = await bus.subscribe(conversation, (message) => this.heard(message));
    if (this.ended) return unsubscribe();
    this.unsubscribe = unsubscribe;
    this.unwatch = sweeper.watch(this);

    const now = await store.conversation(conversation);
    if (this.ended) return;
    if (!now) throw new Error('The conversation is gone.');
    if (now.erased) return this.over();
    const { epoch, head, read, handler, seen } = now;
    this.epoch = epoch;
    this.inbox = now.inbox;
    this.queued = handler === 'queued';
    const replay =
      cursor !== null && cursor.epoch === epoch && cursor.seq <= head && head - cursor.seq <= FRAME_LIMITS.replayEvents;
    const from = replay ? cursor.seq + 1 : Math.max(1, head - FRAME_LIMITS.snapshotEvents + 1);
    this.sent = from - 1;
    this.read = read;
    this.head = Math.max(this.head, head);
    const mode = replay ? 'replay' : 'snapshot';
    await this.outlet.sendReliable({ t: 'following', conversation, epoch, head, mode, from, read, handler });
    await this.pump();
    if (this.ended) return;
    this.live = true;
    await this.outlet.sendReliable({ t: 'live', conversation, head: this.sent });
    this.tellSeen(seen);
    this.lineUp();
    this.recite();
    await this.pump();
  }

  end(): void {
    this.ended = true;
    this.unsubscribe?.();
    this.unwatch?.();
    this.leaveLine?.();
  }

  stands({ place, attended }: QueuePosition): boolean {
    return this.outlet.sendDroppable({ t: 'line', conversation: this.conversation, place, attended });
  }

  learn({ head, read, seen, erased }: Progress): void {
    if (erased) return this.over();
    this.head = Math.max(this.head, head);
    if (!this.live) return;
    this.readOn();
    this.tellRead(read);
    this.tellSeen(seen);
  }

  private over(): void {
    if (this.ended) return;
    this.end();
    this.reader.erased(this.conversation);
  }

  private heard(message: BusMessage): void {
    if (message.kind === 'event') return this.committed(message.event);
    if (message.kind === 'erased') return this.over();
    if (!this.live) return;
    const { conversation } = this;
    switch (message.kind) {
      case 'delta':
        return this.streamed(message.delta);
      case 'typing':
        if (message.from !== this.self)
          this.outlet.sendDroppable({ t: 'typing', conversation, who: message.who, on: message.on });
        return;
      case 'tool.frame':
        if (message.to === null) this.outlet.sendDroppable(message.frame);
        else if (message.to === this.self) void this.outlet.sendReliable(message.frame);
        return;
      case 'read':
        // Told to its own reader too: that is how it learns that it was stored.
        return this.tellRead(message.seq);
      case 'seen':
        return this.tellSeen(message.seq);
    }
  }

  private tellRead(seq: number): void {
    if (seq <= this.read) return;
    if (this.outlet.sendDroppable({ t: 'read', conversation: this.conversation, seq })) this.read = seq;
  }

  private tellSeen(seq: number): void {
    if (seq <= this.seen) return;
    if (this.outlet.sendDroppable({ t: 'seen', conversation: this.conversation, seq })) this.seen = seq;
  }

  private streamed(delta: DeltaFrame): void {
    if (!this.torn || delta.from === 0) this.torn = !this.outlet.sendDroppable(delta);
    else {
      const whole = this.deps.runningAnswer(this.conversation);
      if (whole) this.torn = !this.outlet.sendDroppable(whole);
    }
  }

  /** Shows somebody who joins in the middle of an answer what was written before; written elsewhere, it is asked for. */
  private recite(): void {
    const whole = this.deps.runningAnswer(this.conversation);
    if (whole) this.torn = !this.outlet.sendDroppable(whole);
    else this.deps.bus.publish(this.conversation, { kind: 'recite' });
  }

  private committed(event: LogEvent): void {
    this.activeAt = this.deps.clock.now();
    this.head = Math.max(this.head, event.seq);
    if (!this.live || this.pumping || event.seq <= this.sent) return;
    if (event.seq === this.sent + 1) {
      this.sent = event.seq;
      void this.outlet.sendReliable(this.liveFrame(event));
      this.handedOver(event);
    } else this.readOn();
  }

  private readOn(): void {
    this.pump().catch((error: unknown) => this.reader.failed(error));
  }

  /** Reads on from the store until everything known is handed over. One at a time, or the order would be lost. */
  private async pump(): Promise<void> {
    if (this.pumping) return;
    this.pumping = true;
    try {
      while (!this.ended && this.sent < this.head) {
        const events = await this.deps.store.eventsAfter(this.conversation, this.sent, FRAME_LIMITS.eventsPerFrame);
        const last = events[events.length - 1];
        if (!last || this.ended) break;
        this.activeAt = this.deps.clock.now();
        this.sent = last.seq;
        this.head = Math.max(this.head, last.seq);
        for (const part of inFrames(events)) await this.hand(part);
        for (const event of events) this.handedOver(event);
      }
    } finally {
      this.pumping = false;
    }
  }

  /** Whether it is really in line is the store's to say: a visitor may ask while a person is there. */
  private handedOver({ body }: LogEvent): void {
    if (!affectsQueue(body.kind)) return;
    this.queued = body.kind === 'handoff.requested';
    if (this.live) this.lineUp();
  }

  private lineUp(): void {
    if (this.queued && !this.ended) this.leaveLine ??= this.deps.lines.join(this.inbox, this);
    else {
      this.leaveLine?.();
      this.leaveLine = null;
    }
  }

  /** One frame for all who hear of an event in the same moment: whoever sends it may write it out once. */
  private liveFrame(event: LogEvent): ServerFrame {
    if (latest?.event !== event)
      latest = { event, frame: { t: 'events', conversation: this.conversation, epoch: this.epoch, events: [event] } };
    return latest.frame;
  }

  private hand(events: readonly LogEvent[]): Promise<void> {
    return this.outlet.sendReliable({ t: 'events', conversation: this.conversation, epoch: this.epoch, events });
  }
}

/** Splits events so that no frame is larger than a reader accepts. A single event always fits: its text is limited. */
export function inFrames(events: readonly LogEvent[]): readonly (readonly LogEvent[])[] {
  const frames: LogEvent[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const event of events) {
    const size = Buffer.byteLength(JSON.stringify(event));
    if (bytes + size > SOCKET_LIMITS.eventBytesPerFrame) {
      frames.push([]);
      bytes = 0;
    }
    (frames[frames.length - 1] as LogEvent[]).push(event);
    bytes += size;
  }
  return frames;
}
