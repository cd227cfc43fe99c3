/** What all connections of a node share, and the session of one socket after its hello. */
import { setImmediate } from 'node:timers/promises';
import {
  type Author,
  CLOSE,
  type CloseRule,
  type ContextFrame,
  type RequestErrorCode,
  type ServerFrame,
} from '@service/protocol';
import type { AppendEvent } from '../conversation/log/append.js';
import { type LogReader, LogSubscriber, type LogSubscriberDeps } from '../conversation/log/log-subscriber.js';
import type { HandoffQueues } from '../conversation/queue/handoff-queue.js';
import { type OpenSession, ownConversation } from '../conversation/sessions/sessions.js';
import { storeVisitorContext } from '../conversation/sessions/visitor-context.js';
import type { VisitorConversationsDeps } from '../conversation/visitor-conversations.js';
import { delay } from '../runtime/clock.js';
import type { DiskRoom } from '../runtime/disk-space.js';
import { DISK_LIMITS, SOCKET_LIMITS } from '../runtime/limits.js';
import type { LoadLevel } from '../runtime/load-shedding.js';
import type { TokenBucket } from '../runtime/token-bucket.js';
import type { Conversation } from '../store/store.js';
import type { PageToolsSession } from '../tools/page-tools-session.js';
import type { ToolCallService } from '../tools/tool-call-service.js';
import { ADMISSION_LIMITS } from './admission/admission-limits.js';
import type { SocketBudgets, Verdict } from './admission/budgets.js';
import { requestError } from './frames/request-error.js';
import type { HandshakeDeps } from './handshake.js';
import type { LiveSessions } from './live-sessions.js';
import { encodeUpdates, type SocketOutlet } from './outbound.js';

export interface GatewayDeps extends HandshakeDeps, Omit<LogSubscriberDeps, 'queues'>, VisitorConversationsDeps {
  readonly queues: HandoffQueues;
  readonly append: AppendEvent;
  readonly load: () => LoadLevel;
  /** Of the store. */
  readonly diskRoom: () => DiskRoom;
  readonly tools: ToolCallService;
  readonly live: LiveSessions;
}

/** Where a client continues reading. */
export interface Cursor {
  readonly epoch: string;
  readonly seq: number;
}

/** The socket, as its session needs it. */
export interface SessionSocket {
  /** Names the socket on the bus, so that its own typing isn't sent back to it. */
  readonly self: string;
  readonly outbound: SocketOutlet;
  readonly isClosed: boolean;
  close(rule: CloseRule, hard?: boolean, retryAfterMs?: number): void;
  /** A log could not be read on. */
  onReadFailed(error: unknown): void;
}

export class ClientSession implements LogReader {
  private subscribers: readonly LogSubscriber[] = [];
  /** Conversations of this visitor that are known to be erased. */
  private readonly erasedConversations = new Set<string>();

  constructor(
    readonly deps: GatewayDeps,
    readonly socket: SessionSocket,
    /** Another object after `enter`: the same visitor in another conversation. */
    public session: OpenSession,
    readonly pageTools: PageToolsSession,
    private readonly budgets: SocketBudgets,
  ) {}

  send(frame: ServerFrame): void {
    void this.socket.outbound.sendReliable(frame);
  }

  /** A frame that is JSON already. */
  sendText(frame: string): void {
    void this.socket.outbound.sendText(frame);
  }

  /** Answers one frame with an error; `re` names that frame. The connection stays open. */
  refuse(code: RequestErrorCode, re?: string, retryAfterMs?: number): void {
    this.send(requestError(code, re, retryAfterMs));
  }

  /** One budget for everything that makes rows, with all others at the address. False, and an error is sent, when it is used up. */
  takeAppendBudget(re: string): boolean {
    const { appends, beyondAddress, address } = this.budgets;
    const now = this.deps.clock.now();
    const own = appends.take(now);
    if (!own.ok || address?.appends.take(now).ok !== false) return this.allow(own, re);
    return this.allow(beyondAddress.appends.take(now), re);
  }

  /** The same for requests for a person, of which `count` are taken. */
  takeHandoffBudget(count: number, re: string): boolean {
    const { handoffs, address } = this.budgets;
    const now = this.deps.clock.now();
    const own = handoffs.take(now, count);
    return this.allow(own.ok && address ? address.handoffs.take(now, count) : own, re);
  }

  private allow(verdict: Verdict, re: string): boolean {
    if (!verdict.ok) this.refuse('rate_limited', re, verdict.retryAfterMs);
    return verdict.ok;
  }

  /**
   * For what is stored for good: `json` is as much of it as the visitor sends. False, and an error is sent, when the disk has no
   * room, or when the visitor, their address or the inbox has stored a day's bytes.
   */
  takeStoredBytes(re: string, json: unknown): boolean {
    if (this.deps.diskRoom() === 'no-messages') {
      this.refuse('store_unavailable', re, DISK_LIMITS.retryAfterMs);
      return false;
    }
    const verdict = this.budgets.stored.take(jsonBytes(json));
    if (!verdict.ok) this.refuse('message_quota', re);
    return verdict.ok;
  }

  /** Counts what has to be taken in any case. */
  chargeStoredBytes(json: unknown): void {
    this.budgets.stored.charge(jsonBytes(json));
  }

  /**
   * One budget for everything that reads many rows, and another one with all others at the address: such a frame is small, and
   * costs the store a page. No read is refused, because nothing is shown beyond a gap; the frame waits, and all frames after it.
   * False: the socket closed meanwhile.
   */
  async waitForReadBudget(reads = 1): Promise<boolean> {
    const { reads: own, address } = this.budgets;
    return (await this.waitFor(own, reads)) && (!address || (await this.waitFor(address.reads, reads)));
  }

  /**
   * One budget for what changes rows and adds none, and another one with all others at the address, beyond which each session still has a
   * few. Such a frame waits, and is not refused. False: the socket closed meanwhile.
   */
  async waitForSignalBudget(signals = 1): Promise<boolean> {
    const { signals: own, beyondAddress, address } = this.budgets;
    if (!(await this.waitFor(own, signals))) return false;
    const now = this.deps.clock.now();
    if (!address || address.signals.take(now, signals).ok || beyondAddress.signals.take(now, signals).ok) return true;
    return this.waitFor(address.signals, signals);
  }

  /** The same for a signal that may be lost: it doesn't wait. */
  takeSignalBudget(): boolean {
    const { signals, beyondAddress, address } = this.budgets;
    const now = this.deps.clock.now();
    return signals.take(now).ok && (!address || address.signals.take(now).ok || beyondAddress.signals.take(now).ok);
  }

  /**
   * A budget of the address for the characters that its searches go through, after everything else has had its turn. False: the socket
   * closed meanwhile.
   */
  async waitForSearchedBudget(characters: number): Promise<boolean> {
    const { address } = this.budgets;
    await setImmediate();
    return !address || this.waitFor(address.searched, Math.min(characters, ADMISSION_LIMITS.addressSearchedBurst));
  }

  private async waitFor(budget: TokenBucket, count: number): Promise<boolean> {
    const { clock } = this.deps;
    while (!this.socket.isClosed) {
      const verdict = budget.take(clock.now(), count);
      if (verdict.ok) return true;
      await delay(clock, verdict.retryAfterMs);
    }
    return false;
  }

  /** Runs the search unless another one of this session is under way, in whatever tab. Null: there is one. */
  async searchAlone<Found>(run: () => Promise<Found>): Promise<Found | null> {
    const { search } = this.budgets;
    if (search.isUnderWay) return null;
    search.isUnderWay = true;
    try {
      return await run();
    } finally {
      search.isUnderWay = false;
    }
  }

  /** A conversation of another visitor and one that doesn't exist give the same answer. */
  async owns(conversation: string): Promise<boolean> {
    return this.isCurrent(conversation) || (await this.find(conversation)) !== null;
  }

  /** Null as above, and for an erased conversation, which is reported to the client. */
  async find(conversation: string): Promise<Conversation | null> {
    const found = await ownConversation(this.deps.store, this.session, conversation);
    if (found?.erased) this.reportErased(conversation);
    return found?.erased ? null : found;
  }

  /** The epoch of a conversation that this socket follows; null of any other one. */
  followedEpoch(conversation: string): string | null {
    const follower = this.subscribers.find((subscriber) => subscriber.conversation === conversation);
    return follower?.epoch || null;
  }

  /** Stores what the page says of its visitor and of itself. */
  async storeContext(context: Pick<ContextFrame, 'user' | 'page'>): Promise<void> {
    const inbox = this.deps.inboxes.get(this.session.inbox);
    if (inbox) await storeVisitorContext(this.deps.store, inbox, this.session, context);
  }

  /** Under which name the visitor writes there; null when the conversation isn't theirs. */
  async authorIn(conversation: string): Promise<Author | null> {
    const { visitor } = this.session;
    if (this.isCurrent(conversation)) return visitor;
    const found = await this.find(conversation);
    return found && { ...visitor, id: found.writer };
  }

  /** Sends what comes after the cursor, and everything new from then on. */
  subscribe(conversation: string, cursor: Cursor | null): void {
    const { socket } = this;
    if (socket.isClosed) return;
    this.unsubscribe(conversation);
    const [oldest] = this.subscribers;
    if (oldest && this.subscribers.length === SOCKET_LIMITS.followedConversations)
      this.unsubscribe(oldest.conversation);
    const subscriber = new LogSubscriber(
      this.deps,
      conversation,
      encodeUpdates(conversation, socket.outbound),
      socket.self,
      this,
    );
    this.subscribers = this.subscribers.concat(subscriber);
    // Not awaited: a long replay must not hold up what the visitor sends meanwhile.
    subscriber.begin(cursor).catch((error: unknown) => this.failed(error));
  }

  /** Moves the visitor to this conversation. All subscriptions end. */
  enter({ id, writer }: Conversation): void {
    this.end();
    const { session } = this;
    this.session = { ...session, conversation: id, visitor: { ...session.visitor, id: writer } };
  }

  /** Also to a client that was informed before: what it does next may depend on the answer. */
  reportErased(conversation: string): void {
    this.erasedConversations.add(conversation);
    this.unsubscribe(conversation);
    this.send({ t: 'erased', conversation });
  }

  erased(conversation: string): void {
    this.reportErased(conversation);
    // A client that doesn't know the frame reconnects, and is put into another conversation.
    if (conversation === this.session.conversation) this.socket.close(CLOSE.insufficientState);
  }

  failed(error: unknown): void {
    this.socket.onReadFailed(error);
  }

  /** The highest numbers that are known to be committed, by conversation. Those that are not yet read are left out. */
  knownHeads(): Record<string, number> {
    const known: Record<string, number> = {};
    for (const { conversation, epoch, head } of this.subscribers) if (epoch !== '') known[conversation] = head;
    return known;
  }

  isInPause(): boolean {
    return this.deps.inboxes.get(this.session.inbox)?.state === 'paused';
  }

  /** Ends all subscriptions. */
  end(): void {
    for (const subscriber of this.subscribers) subscriber.end();
    this.subscribers = [];
  }

  private isCurrent(conversation: string): boolean {
    return conversation === this.session.conversation && !this.erasedConversations.has(conversation);
  }

  private unsubscribe(conversation: string): void {
    this.subscribers.find((subscriber) => subscriber.conversation === conversation)?.end();
    this.subscribers = this.subscribers.filter((subscriber) => subscriber.conversation !== conversation);
  }
}

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
