/**
 * One socket, from its first frame to its last. It is in one of three states: before hello, with a session, closed. A closed
 * one ignores everything, because frames that had already arrived are still delivered after a close.
 */
import type { Writable } from 'node:stream';
import {
  CLIENT_LIMITS,
  CLOSE,
  type CloseRule,
  closeReason,
  FRAME_LIMITS,
  type RequestErrorCode,
  WELCOME_LIMITS,
} from '@service/protocol';
import type { CheckedClientFrame } from '@service/protocol/schema';
import type { RawData, WebSocket } from 'ws';
import type { VisitorAddresses } from '../conversation/sessions/visitor-addresses.js';
import type { VisitorLocales } from '../conversation/sessions/visitor-locales.js';
import { TokenBucket } from '../runtime/token-bucket.js';
import { StoreUnavailable } from '../store/store.js';
import type { Admission, AdmissionControl, AdmittedSocket } from './admission/admission-control.js';
import type { ClientSession, GatewayDeps, SessionSocket } from './client-session.js';
import { decodeFrame } from './decode-frame.js';
import { dispatchFrame } from './frames/dispatch-frame.js';
import { BUSY_RETRY_MS, requestError } from './frames/request-error.js';
import { type HeartbeatTarget, nextPingAt } from './heartbeat.js';
import type { LiveSocket } from './live-sessions.js';
import { type CheckedHello, openClientSession } from './open-client-session.js';
import { Outbound } from './outbound.js';
import type { UpgradeInfo } from './upgrade-info.js';

export interface ConnectionDeps extends GatewayDeps {
  readonly admission: AdmissionControl;
  readonly locales: VisitorLocales;
  readonly addresses: VisitorAddresses;
  /** Uniform in [0, 1). */
  readonly fraction: () => number;
  readonly log: { warn(fields: object, message: string): void; debug(fields: object, message: string): void };
}

/** Frames of one socket that wait before it is no longer read from; it is read from again when half of them are served. */
const MAX_WAITING_FRAMES = 40;
/** How long a socket may take to close in order before it is cut. */
export const CLOSE_TIMEOUT_MS = 1_000;

export class Connection implements HeartbeatTarget, AdmittedSocket, SessionSocket {
  readonly self: string;
  readonly outbound: Outbound;
  private client: ClientSession | null = null;
  private live: LiveSocket | null = null;
  private helloSeen = false;
  private closed = false;
  private badFrames = 0;
  private readonly openedAt: number;
  private heardAt: number;
  private pings = 0;
  private pingAt = Number.POSITIVE_INFINITY;
  /** When the last ping was sent; null once its time to be answered is over. */
  private pingedAt: number | null = null;
  /** What its client knows. */
  private saysPaused = false;
  private readonly frameBudget: TokenBucket;
  private readonly admission: Admission;
  /** Frames are served one after the other: otherwise two messages could overtake each other. */
  private lastFrame: Promise<void> = Promise.resolve();
  private waitingFrames = 0;
  private isQueueFull = false;

  constructor(
    private readonly socket: WebSocket,
    stream: Writable | null,
    private readonly deps: ConnectionDeps,
    private readonly upgrade: UpgradeInfo,
    private readonly onEnd: () => void,
  ) {
    const now = deps.clock.now();
    this.openedAt = now;
    this.heardAt = now;
    this.self = Buffer.from(deps.random(9)).toString('base64url');
    this.frameBudget = new TokenBucket(FRAME_LIMITS.framesPerSecond, FRAME_LIMITS.frameBurst, now);
    this.outbound = new Outbound(socket, stream, deps.clock, () => this.closeSlowReader());
    this.admission = deps.admission.register(upgrade.address, this);
    socket.on('error', (error) => deps.log.debug({ error: error.message }, 'socket error'));
    socket.on('close', () => this.end());
    socket.on('ping', () => this.takeFrameBudget());
    socket.on('message', (data, isBinary) => {
      try {
        this.receive(data, isBinary);
      } catch (error) {
        // A frame that the decoder can't handle costs its sender the connection, and nothing else.
        deps.log.warn({ error: (error as Error).message }, 'a frame could not be read');
        this.close(CLOSE.malformed, true);
      }
    });
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** Asks the client to leave soon: it finishes what is in flight and reconnects within the window. */
  drain(windowMs: number): void {
    void this.outbound.sendReliable({ t: 'drain', windowMs });
  }

  /** `hard` cuts the socket without waiting for the other side, which may not be reading. */
  close(rule: CloseRule, hard = false, retryAfterMs?: number): void {
    if (this.closed) return;
    this.outbound.flush();
    this.socket.close(rule.code, retryAfterMs === undefined ? rule.meaning : closeReason(retryAfterMs));
    this.end();
    if (hard) this.deps.clock.after(CLOSE_TIMEOUT_MS, () => this.socket.terminate());
  }

  closeUnidentified(): void {
    this.close(CLOSE.helloTimeout, true);
  }

  closeSurplus(): void {
    this.close(CLOSE.tooManySockets);
  }

  isDue(now: number): boolean {
    const waitMs = this.pingAt - now;
    // No ping is planned so far ahead: the clock was set back.
    return waitMs <= 0 || (waitMs > 2 * CLIENT_LIMITS.pingEveryMs && waitMs < Number.POSITIVE_INFINITY);
  }

  closeIfSilent(now: number): void {
    if (!this.client) {
      if (now - this.openedAt >= FRAME_LIMITS.helloTimeoutMs) this.close(CLOSE.helloTimeout);
    } else if (this.pingedAt !== null && now - this.pingedAt >= CLIENT_LIMITS.pingTimeoutMs) {
      // While the socket isn't read from, the answer may have come and not be seen.
      if (this.heardAt < this.pingedAt && !this.isQueueFull) this.close(CLOSE.pingTimeout, true);
      this.pingedAt = null;
    }
  }

  ping(): void {
    const { client } = this;
    if (!client) return;
    // Switched off while the visitor was connected: a reconnect gets the same close code.
    if (!this.deps.inboxes.get(client.session.inbox)) return this.close(CLOSE.inboxGone);
    const now = this.deps.clock.now();
    this.pingedAt = now;
    this.pingAt = nextPingAt(now, this.deps.fraction);
    this.pings += 1;
    client.send({ t: 'ping', n: this.pings, heads: client.knownHeads(), ...this.pauseOf(client) });
  }

  private pauseOf(client: ClientSession): { readonly paused?: true } {
    this.saysPaused = client.isInPause();
    return this.saysPaused ? { paused: true } : {};
  }

  /** The next beat pings. A welcome that is still to come says it, too. */
  private becomePaused(isPaused: boolean): void {
    if (isPaused !== this.saysPaused && this.pingAt < Number.POSITIVE_INFINITY) this.pingAt = this.deps.clock.now();
  }

  onReadFailed(error: unknown): void {
    this.deps.log.warn({ error: (error as Error).message }, 'following failed');
    this.close(CLOSE.internal);
  }

  private closeSlowReader(): void {
    // It would not read what waits: the client gets all of it again when it resumes.
    this.outbound.discard();
    this.close(CLOSE.slowReader, true);
  }

  private end(): void {
    if (this.closed) return;
    this.closed = true;
    this.outbound.discard();
    // Read again: the closing handshake comes over the same socket.
    if (this.isQueueFull) this.setQueueFull(false);
    this.admission.release();
    const { client, live } = this;
    client?.end();
    if (live) this.deps.live.remove(live);
    // Unregister the page only after queued frames ran; one of them may register it.
    if (client) this.lastFrame.then(() => client.pageTools.close()).catch(this.deps.tools.deps.onFailure);
    this.onEnd();
  }

  private setQueueFull(isFull: boolean): void {
    this.isQueueFull = isFull;
    // What the client has sent meanwhile is read only now.
    if (!isFull) this.heardAt = this.deps.clock.now();
    this.outbound.pauseReading(isFull);
  }

  private receive(data: RawData, isBinary: boolean): void {
    if (!this.takeFrameBudget()) return;
    const bytes = data as Buffer;
    if (!this.helloSeen && bytes.length > FRAME_LIMITS.helloBytes) return this.close(CLOSE.malformed);
    const decoded = decodeFrame(bytes, isBinary);
    if (!decoded.ok) return this.refuseBadFrame(decoded.code, decoded.re);
    const { frame } = decoded;
    if (frame.t === 'hello' ? this.helloSeen : !this.helloSeen) return this.close(CLOSE.malformed);
    if (frame.t === 'hello') {
      this.helloSeen = true;
      this.admission.helloReceived();
    }
    this.waitingFrames += 1;
    // While a store hangs, a client that goes on sending would fill the memory.
    if (this.waitingFrames === MAX_WAITING_FRAMES) this.setQueueFull(true);
    this.lastFrame = this.lastFrame.then(() => this.serve(frame));
  }

  /** Counts every frame, control frames as well. A flood of any kind ends the connection. */
  private takeFrameBudget(): boolean {
    if (this.closed) return false;
    this.heardAt = this.deps.clock.now();
    if (this.frameBudget.take(this.heardAt).ok) return true;
    this.close(CLOSE.rateLimited, true, BUSY_RETRY_MS);
    return false;
  }

  private refuseBadFrame(code: RequestErrorCode, re: string | undefined): void {
    // A type that is unknown may come from a newer client. A frame that can't be read is a fault.
    if (code === 'bad_frame') this.badFrames += 1;
    if (!this.helloSeen || this.badFrames >= FRAME_LIMITS.badFrames) return this.close(CLOSE.malformed, true);
    void this.outbound.sendReliable(requestError(code, re));
  }

  private async serve(frame: CheckedClientFrame): Promise<void> {
    try {
      if (this.closed) return;
      if (frame.t === 'hello') await this.welcome(frame);
      else if (this.client) await dispatchFrame(this.client, frame);
    } catch (error) {
      this.onServeFailed(error, frame);
    } finally {
      this.waitingFrames -= 1;
      if (this.isQueueFull && this.waitingFrames <= MAX_WAITING_FRAMES / 2) this.setQueueFull(false);
    }
  }

  private onServeFailed(error: unknown, frame: CheckedClientFrame): void {
    const re = 'clientId' in frame ? frame.clientId : 'id' in frame ? frame.id : undefined;
    this.deps.log.warn({ frame: frame.t, error: (error as Error).message }, 'a frame could not be served');
    if (frame.t === 'hello') return this.close(CLOSE.internal);
    const code = error instanceof StoreUnavailable ? 'store_unavailable' : 'internal';
    void this.outbound.sendReliable(requestError(code, re));
  }

  private async welcome(hello: CheckedHello): Promise<void> {
    const { deps, upgrade, admission, openedAt } = this;
    const opened = await openClientSession({ deps, socket: this, admission, upgrade }, hello);
    if (!opened) return;
    const { client, version, resumed } = opened;
    const { session } = client;
    this.client = client;
    this.live = {
      ...{ session, page: hello.instance, openedAt },
      close: (rule) => this.close(rule),
      becomePaused: (isPaused) => this.becomePaused(isPaused),
    };
    deps.live.add(this.live);
    deps.locales.note(session.contact, hello.locale);
    deps.addresses.note(session.contact, admission.countedAddress);
    await this.storeHelloContext(client, hello, resumed);
    const visitorPage = deps.inboxes.get(session.inbox)?.visitorPage ?? 'none';
    client.send({
      t: 'welcome',
      v: version,
      session: session.token,
      visitor: session.visitor,
      conversation: session.conversation,
      ...(session.identified && { identified: { until: session.identified.until } }),
      ...(visitorPage !== 'none' && { page: visitorPage }),
      ...this.pauseOf(client),
      now: deps.clock.now(),
      limits: WELCOME_LIMITS,
    });
    this.pingAt = nextPingAt(deps.clock.now(), deps.fraction);
    const { cursor } = hello;
    client.subscribe(session.conversation, cursor?.conversation === session.conversation ? cursor : null);
  }

  /**
   * Older clients report their context with each hello. That of a session with an empty conversation changes nothing: after an
   * erasure, it would bring back what was erased before the visitor has written again.
   */
  private async storeHelloContext(client: ClientSession, hello: CheckedHello, resumed: boolean): Promise<void> {
    const { user, page, locale } = hello;
    if (!user && !page) return;
    const { conversation } = client.session;
    if (resumed && (await this.deps.store.conversation(conversation))?.head === 0) return;
    await client.storeContext({
      ...(user && { user }),
      ...(page && { page: { ...page, ...(locale !== undefined && { language: locale }) } }),
    });
  }
}
