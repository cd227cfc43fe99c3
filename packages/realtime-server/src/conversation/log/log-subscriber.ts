/**
 * One reader of one conversation: gets every event after its number exactly once and in order, whatever the bus does.
 *
 * The order of beginning matters: listen first, then read the log, then compare. The other way round, an event that is
 * committed between the reading and the listening would be missed by both.
 */
import {
  type Author,
  type Cursor,
  type DeltaFrame,
  FRAME_LIMITS,
  type Handler,
  type LogEvent,
  type ToolServerFrame,
} from '@service/protocol';
import type { Bus, BusMessage } from '../../bus/bus.js';
import type { Clock } from '../../runtime/clock.js';
import { SOCKET_LIMITS } from '../../runtime/limits.js';
import type { Progress, Store } from '../../store/store.js';
import { affectsQueue, type HandoffQueues, type QueueListener, type QueuePosition } from '../queue/handoff-queue.js';
import type { HeadListener, HeadPoller } from './head-poller.js';

/** What a subscriber hands its reader, in this order: `following`, events up to the head, `live`, then anything. */
export type LogUpdate =
  | {
      readonly kind: 'following';
      readonly epoch: string;
      readonly head: number;
      readonly mode: 'replay' | 'snapshot';
      /** Number of the first event that follows. */
      readonly from: number;
      readonly read: number;
      readonly handler: Handler;
    }
  /** No longer than one frame may be. */
  | { readonly kind: 'events'; readonly epoch: string; readonly events: readonly LogEvent[] }
  | { readonly kind: 'live'; readonly head: number }
  | { readonly kind: 'delta'; readonly delta: DeltaFrame }
  | { readonly kind: 'typing'; readonly who: Author; readonly on: boolean }
  | { readonly kind: 'read'; readonly seq: number }
  | { readonly kind: 'seen'; readonly seq: number }
  | { readonly kind: 'queue'; readonly position: QueuePosition }
  | { readonly kind: 'tool'; readonly frame: ToolServerFrame };

export interface LogOutlet {
  /** Must arrive, or the reader is cut off and resumes. Resolves when the reader can take more. */
  sendReliable(update: LogUpdate): Promise<void>;
  /** Dropped when the reader is slow; false when it was. */
  sendDroppable(update: LogUpdate): boolean;
}

export interface LogReader {
  /** The log can't be read on: cut the reader off, so that it resumes, instead of leaving a hole. */
  failed(error: unknown): void;
  /** The log was erased. Called once; nothing follows. */
  erased(conversation: string): void;
}

export interface LogSubscriberDeps {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly heads: Pick<HeadPoller, 'watch'>;
  readonly queues: Pick<HandoffQueues, 'join'>;
  /** What has been written so far of the answer that is running on this node. */
  readonly runningAnswer: (conversation: string) => DeltaFrame | null;
}

export class LogSubscriber implements HeadListener, QueueListener {
  /** 0 while the log is empty. The first event of a visitor arrives here at once. */
  activeAt = 0;
  /** Of the log that is followed; empty until it is known. */
  epoch = '';
  /** The last number handed to the outlet. */
  private sent = 0;
  /** The highest number known to be committed. */
  head = 0;
  /** The watermarks that the reader knows: what the visitor has read, and what the team has seen. */
  private read = 0;
  private seen = 0;
  private live = false;
  private isReading = false;
  private ended = false;
  /** A piece of the running answer was dropped: the next one that is sent must be the whole answer. */
  private hasDroppedDelta = false;
  private unsubscribe: (() => void) | null = null;
  private unwatch: (() => void) | null = null;
  private inbox = '';
  /** The visitor waits for a person, as of the last number handed over. */
  private isQueued = false;
  private leaveQueue: (() => void) | null = null;

  constructor(
    private readonly deps: LogSubscriberDeps,
    readonly conversation: string,
    private readonly outlet: LogOutlet,
    /** Names the reader on the bus: its own typing isn't sent back to it. */
    private readonly self: string,
    private readonly reader: LogReader,
  ) {}

  /**
   * Starts at `cursor`, or with a snapshot of the end of the log when the cursor can't be continued. Resolves when the
   * reader is live, or was ended meanwhile.
   */
  async begin(cursor: Pick<Cursor, 'epoch' | 'seq'> | null): Promise<void> {
    const { store, bus, clock, heads } = this.deps;
    const { conversation } = this;
    const unsubscribe = await bus.subscribe(conversation, (message) => this.onBusMessage(message));
    if (this.ended) return unsubscribe();
    this.unsubscribe = unsubscribe;
    this.unwatch = heads.watch(this);

    const now = await store.conversation(conversation);
    if (this.ended) return;
    if (!now) throw new Error('The conversation is gone.');
    if (now.erased) return this.endErased();
    const { epoch, head, read, handler, seen } = now;
    this.epoch = epoch;
    this.inbox = now.inbox;
    this.isQueued = handler === 'queued';
    const replay =
      cursor !== null && cursor.epoch === epoch && cursor.seq <= head && head - cursor.seq <= FRAME_LIMITS.replayEvents;
    const from = replay ? cursor.seq + 1 : Math.max(1, head - FRAME_LIMITS.snapshotEvents + 1);
    this.sent = from - 1;
    this.read = read;
    this.head = Math.max(this.head, head);
    // A reader who has all of it may have it since a second ago; what is read below says when it was written.
    if (head > 0) this.activeAt = clock.now();
    const mode = replay ? 'replay' : 'snapshot';
    await this.outlet.sendReliable({ kind: 'following', epoch, head, mode, from, read, handler });
    await this.readToHead();
    if (this.ended) return;
    this.live = true;
    await this.outlet.sendReliable({ kind: 'live', head: this.sent });
    this.sendSeen(seen);
    this.updateQueue();
    this.requestReplay();
    await this.readToHead();
  }

  end(): void {
    this.ended = true;
    this.unsubscribe?.();
    this.unwatch?.();
    this.leaveQueue?.();
  }

  positionChanged(position: QueuePosition): boolean {
    return this.outlet.sendDroppable({ kind: 'queue', position });
  }

  onProgress({ head, read, seen, erased }: Progress): void {
    if (erased) return this.endErased();
    this.head = Math.max(this.head, head);
    if (!this.live) return;
    this.readOn();
    this.sendRead(read);
    this.sendSeen(seen);
  }

  private endErased(): void {
    if (this.ended) return;
    this.end();
    this.reader.erased(this.conversation);
  }

  private onBusMessage(message: BusMessage): void {
    if (message.kind === 'event') return this.onEvent(message.event);
    if (message.kind === 'head') return this.onHead(message.seq);
    if (message.kind === 'erased') return this.endErased();
    if (!this.live) return;
    switch (message.kind) {
      case 'delta':
        return this.onDelta(message.delta);
      case 'typing':
        if (message.from !== this.self) this.outlet.sendDroppable({ kind: 'typing', who: message.who, on: message.on });
        return;
      case 'tool.frame':
        if (message.to === null) this.outlet.sendDroppable({ kind: 'tool', frame: message.frame });
        else if (message.to === this.self) void this.outlet.sendReliable({ kind: 'tool', frame: message.frame });
        return;
      case 'read':
        // Sent to the one who read it too: that is its acknowledgement.
        return this.sendRead(message.seq);
      case 'seen':
        return this.sendSeen(message.seq);
    }
  }

  private sendRead(seq: number): void {
    if (seq > this.read && this.outlet.sendDroppable({ kind: 'read', seq })) this.read = seq;
  }

  private sendSeen(seq: number): void {
    if (seq > this.seen && this.outlet.sendDroppable({ kind: 'seen', seq })) this.seen = seq;
  }

  private onDelta(delta: DeltaFrame): void {
    if (!this.hasDroppedDelta || delta.from === 0) return this.sendDelta(delta);
    const whole = this.deps.runningAnswer(this.conversation);
    if (whole) this.sendDelta(whole);
  }

  private sendDelta(delta: DeltaFrame): void {
    this.hasDroppedDelta = !this.outlet.sendDroppable({ kind: 'delta', delta });
  }

  /** A reader who joins in the middle of an answer gets the part before; an answer of another node is asked to repeat it. */
  private requestReplay(): void {
    const whole = this.deps.runningAnswer(this.conversation);
    if (whole) this.sendDelta(whole);
    else this.deps.bus.publish(this.conversation, { kind: 'recite' });
  }

  private onEvent(event: LogEvent): void {
    this.activeAt = this.deps.clock.now();
    this.head = Math.max(this.head, event.seq);
    if (!this.live || this.isReading || event.seq <= this.sent) return;
    if (event.seq === this.sent + 1) {
      this.sent = event.seq;
      void this.outlet.sendReliable({ kind: 'events', epoch: this.epoch, events: [event] });
      this.noteQueue(event);
    } else this.readOn();
  }

  /** Another node has committed an event. */
  private onHead(seq: number): void {
    this.activeAt = this.deps.clock.now();
    this.head = Math.max(this.head, seq);
    if (this.live) this.readOn();
  }

  private readOn(): void {
    this.readToHead().catch((error: unknown) => this.reader.failed(error));
  }

  /** Reads the store until everything known is handed over. Only one reading at a time, or events would overtake each other. */
  private async readToHead(): Promise<void> {
    if (this.isReading) return;
    this.isReading = true;
    try {
      while (!this.ended && this.sent < this.head) {
        const events = await this.deps.store.eventsAfter(
          this.conversation,
          this.sent,
          FRAME_LIMITS.eventsPerFrame,
          SOCKET_LIMITS.eventBytesPerFrame,
        );
        const last = events[events.length - 1];
        if (!last || this.ended) break;
        this.activeAt = last.at;
        this.sent = last.seq;
        this.head = Math.max(this.head, last.seq);
        await this.outlet.sendReliable({ kind: 'events', epoch: this.epoch, events });
        for (const event of events) this.noteQueue(event);
      }
    } finally {
      this.isReading = false;
    }
  }

  /** The store decides whether the visitor really waits: one may ask for a person while one is there. */
  private noteQueue({ body }: LogEvent): void {
    if (!affectsQueue(body.kind)) return;
    this.isQueued = body.kind === 'handoff.requested';
    if (this.live) this.updateQueue();
  }

  private updateQueue(): void {
    if (this.isQueued && !this.ended) this.leaveQueue ??= this.deps.queues.join(this.inbox, this);
    else {
      this.leaveQueue?.();
      this.leaveQueue = null;
    }
  }
}
