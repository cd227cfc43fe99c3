/**
 * One socket, from its first frame to its last. It knows three states: nobody yet, somebody, and dead; a dead one ignores
 * everything, because frames that had already arrived are still delivered after a close. What the frames of somebody ask
 * for is served in frames/, by subject.
 */
import type { Writable } from 'node:stream';
import {
  CLIENT_LIMITS,
  CLOSE,
  type CloseRule,
  closeReason,
  FRAME_LIMITS,
  REQUEST_ERRORS,
  type RequestErrorCode,
  type ServerFrame,
  WELCOME_LIMITS,
} from '@service/protocol';
import type { CheckedClientFrame } from '@service/protocol/schema';
import type { RawData, WebSocket } from 'ws';
import type { VisitorLocales } from '../conversation/sessions/visitor-locales.js';
import { type Progress, StoreUnavailable } from '../store/store.js';
import { PageToolsSession } from '../tools/page-tools-session.js';
import type { Admission, AdmissionControl, AdmittedSocket } from './admission/admission-control.js';
import { TokenBucket } from './admission/token-bucket.js';
import { OpenVisit, type SessionSocket } from './client-session.js';
import { decodeFrame } from './decode-frame.js';
import { comeBack } from './frames/conversations.js';
import { dispatchFrame } from './frames/dispatch-frame.js';
import { BUSY_RETRY_MS, type GatewayDeps } from './frames/frame-handler.js';
import { acceptHello } from './handshake.js';
import { type HeartbeatTarget, nextPingAt } from './heartbeat.js';
import { Outbound } from './outbound.js';

export interface ConnectionDeps extends GatewayDeps {
  readonly crowd: AdmissionControl;
  readonly locales: VisitorLocales;
  /** Uniform in [0, 1). */
  readonly fraction: () => number;
  readonly log: { warn(fields: object, message: string): void; debug(fields: object, message: string): void };
}

/** What the upgrade says of whoever asks for it. */
export interface UpgradeInfo {
  readonly origin: string | null;
  /** How they reached this server. */
  readonly ownOrigin: string;
  /** Whose connection it is, as far as an address can tell. */
  readonly address: string;
  /** The browser asks not to be tracked. */
  readonly gpc: boolean;
}

/** So many frames of one socket may wait to be served, about; then it is read from no longer, until half of them are. */
const MOST_IN_LINE = 40;

type HelloFrame = Extract<CheckedClientFrame, { t: 'hello' }>;

export class Connection implements HeartbeatTarget, AdmittedSocket, SessionSocket {
  private visit: OpenVisit | null = null;
  private greeted = false;
  private dead = false;
  private badFrames = 0;
  readonly openedAt: number;
  private heardAt: number;
  private pings = 0;
  private pingAt = Number.POSITIVE_INFINITY;
  /** When the last ping was sent; null once its time to be answered is over. */
  private askedAt: number | null = null;
  private readonly frames: TokenBucket;
  private readonly place: Admission;
  readonly out: Outbound;
  readonly self: string;
  /** Frames of one socket are served one after the other, or two messages could overtake each other. */
  private line: Promise<void> = Promise.resolve();
  /** So many are in it. */
  private inLine = 0;
  /** More than may be, so that nothing is read. */
  private isFull = false;

  constructor(
    private readonly socket: WebSocket,
    stream: Writable | null,
    private readonly deps: ConnectionDeps,
    private readonly caller: UpgradeInfo,
    private readonly onEnd: () => void,
  ) {
    const now = deps.clock.now();
    this.openedAt = now;
    this.heardAt = now;
    this.self = Buffer.from(deps.random(9)).toString('base64url');
    this.frames = new TokenBucket(FRAME_LIMITS.framesPerSecond, FRAME_LIMITS.frameBurst, now);
    this.out = new Outbound(socket, stream, deps.clock, () => this.closeSlowReader());
    this.place = deps.crowd.register(caller.address, this);
    socket.on('error', (error) => deps.log.debug({ error: error.message }, 'socket error'));
    socket.on('close', () => this.end());
    socket.on('ping', () => this.mayGoOn());
    socket.on('message', (data, isBinary) => {
      try {
        this.arrived(data, isBinary);
      } catch (error) {
        // A frame that nobody thought of costs its sender the connection, and nobody else anything.
        deps.log.warn({ error: (error as Error).message }, 'a frame could not be read');
        this.close(CLOSE.malformed, true);
      }
    });
  }

  /** Asks the client to leave soon: it finishes what is in flight and comes back within the window. */
  drain(windowMs: number): void {
    this.send({ t: 'drain', windowMs });
  }

  /** `hard` drops the socket without waiting for the other side, which may not be reading. */
  close(rule: CloseRule, hard = false, retryAfterMs?: number): void {
    if (this.dead) return;
    this.out.flush();
    this.socket.close(rule.code, retryAfterMs === undefined ? rule.meaning : closeReason(retryAfterMs));
    this.end();
    if (hard) this.deps.clock.after(1_000, () => this.socket.terminate());
  }

  closeUnidentified(): void {
    this.close(CLOSE.helloTimeout, true);
  }

  closeSurplus(): void {
    this.close(CLOSE.tooManySockets);
  }

  isDue(now: number): boolean {
    return now >= this.pingAt;
  }

  closeIfSilent(now: number): void {
    if (!this.visit) {
      if (now - this.openedAt >= FRAME_LIMITS.helloTimeoutMs) this.close(CLOSE.helloTimeout);
    } else if (this.askedAt !== null && now - this.askedAt >= CLIENT_LIMITS.pingTimeoutMs) {
      // Of one that is not read from, the answer may have come and lie there.
      if (this.heardAt < this.askedAt && !this.isFull) this.close(CLOSE.pingTimeout, true);
      this.askedAt = null;
    }
  }

  get isOver(): boolean {
    return this.dead;
  }

  followedConversations(): readonly string[] {
    return this.visit?.followed() ?? [];
  }

  ping(heads: ReadonlyMap<string, Progress>): void {
    // Switched off while the visitor was here: whoever comes back is told the same at the door.
    const { visit } = this;
    if (!visit) return;
    if (!this.deps.inboxes.get(visit.session.inbox)) return this.close(CLOSE.inboxGone);
    const now = this.deps.clock.now();
    this.askedAt = now;
    this.pingAt = nextPingAt(now, this.deps.fraction);
    this.pings += 1;
    this.send({ t: 'ping', n: this.pings, heads: visit.learn(heads) });
  }

  private closeSlowReader(): void {
    // It would not read what waits: the client gets all of it again when it resumes.
    this.out.discard();
    this.close(CLOSE.slowReader, true);
  }

  private end(): void {
    if (this.dead) return;
    this.dead = true;
    this.out.discard();
    // Or the other side's part of closing would not be read.
    if (this.isFull) this.rests(false);
    this.place.release();
    const { visit } = this;
    visit?.end();
    if (visit) this.deps.live.remove(visit);
    // Unregister the page only after queued frames ran; one of them may register it.
    if (visit) this.line.then(() => visit.seat.close()).catch(this.deps.tools.deps.onFailure);
    this.onEnd();
  }

  private arrived(data: RawData, isBinary: boolean): void {
    if (!this.mayGoOn()) return;
    const bytes = data as Buffer;
    if (!this.greeted && bytes.length > FRAME_LIMITS.helloBytes) return this.close(CLOSE.malformed);
    const decoded = decodeFrame(bytes, isBinary);
    if (!decoded.ok) return this.refuseBad(decoded.code, decoded.re);
    const { frame } = decoded;
    if (frame.t === 'hello' ? this.greeted : !this.greeted) return this.close(CLOSE.malformed);
    if (frame.t === 'hello') {
      this.greeted = true;
      this.place.helloReceived();
    }
    this.inLine += 1;
    // While a store hangs, a client that goes on sending would fill the memory.
    if (this.inLine === MOST_IN_LINE) this.rests(true);
    this.line = this.line.then(() => this.takeTurn(frame));
  }

  private async takeTurn(frame: CheckedClientFrame): Promise<void> {
    try {
      await this.serve(frame);
    } catch (error) {
      this.failed(error, frame);
    }
    this.inLine -= 1;
    if (this.isFull && this.inLine <= MOST_IN_LINE / 2) this.rests(false);
  }

  private rests(isFull: boolean): void {
    this.isFull = isFull;
    // What it has said meanwhile is read only now.
    if (!isFull) this.heardAt = this.deps.clock.now();
    this.out.full(isFull);
  }

  /** Counts whatever came, control frames as well; a flood of any kind ends the connection. */
  private mayGoOn(): boolean {
    if (this.dead) return false;
    this.heardAt = this.deps.clock.now();
    if (this.frames.take(this.heardAt).ok) return true;
    this.close(CLOSE.rateLimited, true, BUSY_RETRY_MS);
    return false;
  }

  private refuseBad(code: RequestErrorCode, re: string | undefined): void {
    // Frames of a newer client are nobody's fault; frames that can't be read are.
    if (code === 'bad_frame') this.badFrames += 1;
    if (!this.greeted || this.badFrames >= FRAME_LIMITS.badFrames) return this.close(CLOSE.malformed, true);
    this.refuse(code, re);
  }

  private async serve(frame: CheckedClientFrame): Promise<void> {
    if (this.dead) return;
    if (frame.t === 'hello') return this.welcome(frame);
    if (this.visit) await dispatchFrame(this.visit, frame);
  }

  private async welcome(hello: HelloFrame): Promise<void> {
    // Those who were here before are let in longer: they have something to lose.
    if (this.deps.load() >= (hello.session === null ? 2 : 3)) return this.close(CLOSE.overloaded, false, BUSY_RETRY_MS);
    if (hello.session === null && !this.mayBegin(hello)) return;
    const admission = await acceptHello(
      this.deps,
      asTold(hello, this.caller),
      this.caller.origin,
      this.caller.ownOrigin,
    );
    if (this.dead) return;
    if (!admission.ok) {
      // Whoever tries tokens is no better known than whoever has none.
      if (hello.session === null || this.mayBegin(hello)) this.close(admission.close, false, admission.retryAfterMs);
      return;
    }
    const { deps, self } = this;
    const seat = new PageToolsSession(deps.tools, hello.instance, self, (frame) => this.send(frame));
    const visit = new OpenVisit(deps, this, admission.session, seat, this.place.joinSession(admission.session.id));
    await comeBack(visit, hello);
    if (this.dead) return;
    this.visit = visit;
    const { session } = visit;
    deps.live.add(visit);
    deps.locales.note(session.contact, hello.locale);
    if (hello.user) await this.deps.store.setContact(session.contact, hello.user);
    this.send({
      t: 'welcome',
      v: admission.version,
      session: session.token,
      visitor: session.visitor,
      conversation: session.conversation,
      ...(session.identified && { identified: { until: session.identified.until } }),
      now: this.deps.clock.now(),
      limits: WELCOME_LIMITS,
    });
    this.pingAt = nextPingAt(this.deps.clock.now(), this.deps.fraction);
    const { cursor } = hello;
    visit.follow(session.conversation, cursor?.conversation === session.conversation ? cursor : null);
  }

  private mayBegin({ inbox }: HelloFrame): boolean {
    const verdict = this.place.mayBeginSession(this.deps.inboxes.get(inbox) ? inbox : null);
    if (!verdict.ok) this.close(CLOSE.rateLimited, false, verdict.retryAfterMs);
    return verdict.ok;
  }

  brokeOff(error: unknown): void {
    this.deps.log.warn({ error: (error as Error).message }, 'following failed');
    this.close(CLOSE.internal);
  }

  private failed(error: unknown, frame: CheckedClientFrame): void {
    const re = 'clientId' in frame ? frame.clientId : 'id' in frame ? frame.id : undefined;
    this.deps.log.warn({ frame: frame.t, error: (error as Error).message }, 'a frame could not be served');
    if (frame.t === 'hello') return this.close(CLOSE.internal);
    this.refuse(error instanceof StoreUnavailable ? 'store_unavailable' : 'internal', re);
  }

  refuse(code: RequestErrorCode, re?: string, retryAfterMs?: number): void {
    const { message, retry } = REQUEST_ERRORS[code];
    this.send({
      t: 'error',
      code,
      message,
      retry,
      ...(re !== undefined && { re }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    });
  }

  send(frame: ServerFrame): void {
    if (!this.dead) void this.out.sendReliable(frame);
  }
}

/** A consent is recorded with the wish that the browser sent along, which a page's script need not know of. */
function asTold(hello: HelloFrame, { gpc }: UpgradeInfo): HelloFrame {
  return gpc && hello.consent ? { ...hello, consent: { ...hello.consent, gpc } } : hello;
}
