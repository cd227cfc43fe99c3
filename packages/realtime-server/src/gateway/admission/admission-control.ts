/**
 * Who may come in, when many come from one place. The trouble with counting by address is that an office, a school and a
 * mobile network are one address too, so what is counted is not visitors but *beginnings*:
 *
 * - Somebody with a session that this server knows is never held up by what others at the same address do.
 * - Beginning a session has a budget for each address and for each inbox; beyond it the client is told when to try again.
 * - A socket that hasn't said who it is may wait, but not many from one address: the one that has waited longest goes first,
 *   and an honest client says hello at once.
 * - One session has few sockets: the newest stay, and an older one is told to rest until its tab is looked at again.
 *
 * Addresses inside of one's own network are not counted while no proxy is configured: they are a proxy that nobody told us
 * about, or colleagues, and neither deserves to be locked out together. All of it is kept by each node for itself.
 */
import { FRAME_LIMITS } from '@service/protocol';
import { isPublicAddress } from '../../public-address.js';
import { addressGroup } from './client-address.js';
import { TokenBucket } from './token-bucket.js';

export const ADMISSION_LIMITS = {
  /**
   * Upgrades of one address, of whatever kind: what a whole school does in a second, and no program needs. There is no such
   * limit for all addresses of a node together: many people who come at once are what it is for, and when they are too many,
   * the levels of load (load.ts) send them away at their hello, with the wait that they shall take.
   */
  upgradesPerSecond: 20,
  upgradeBurst: 300,
  /** Sockets of one address that haven't said hello. */
  waiting: 64,
  /** Sessions begun from one address. */
  beginningsPerSecond: 1,
  beginningBurst: 60,
  /** Open sockets of one address; beyond, nobody begins a session there, and those who have one stay. */
  sockets: 1_000,
  /** Sessions begun in one inbox. */
  inboxBeginningsPerSecond: 500,
  inboxBeginningBurst: 20_000,
  /** Sockets of one session. */
  socketsOfSession: 10,
  /**
   * What all of them may have read to them out of the store; beyond, each waits for its turn, and none is refused. More than
   * anybody scrolls through: what they write waits behind it.
   */
  readsPerSecond: 5,
  readBurst: 60,
} as const;

/** How often addresses of which nothing is left to remember are forgotten. */
const FORGET_EVERY_MS = 60_000;
/** How long a client waits when nothing better can be said. */
const LATER_MS = 30_000;

export type Verdict = { readonly ok: true } | { readonly ok: false; readonly retryAfterMs: number };

/** A socket as the crowd sees it. */
export interface AdmittedSocket {
  /** It has waited too long for its turn to speak. */
  closeUnidentified(): void;
  /** A newer socket of its session has come. */
  closeSurplus(): void;
}

/** What a session's sockets may do, all together. */
export interface SessionBudgets {
  /** Whatever makes rows. */
  readonly appends: TokenBucket;
  /** Whatever reads many of them. */
  readonly reads: TokenBucket;
}

/** One socket's place in the crowd, from the upgrade to the end. */
export interface Admission {
  /** It has said hello; from here on nobody waits for it. */
  helloReceived(): void;
  /** May it begin a session, or try one that this server doesn't know? `inbox` is null when there is no such inbox. */
  mayBeginSession(inbox: string | null): Verdict;
  /** It belongs to this session now. Returns what is left for it to do there. */
  joinSession(session: string): SessionBudgets;
  release(): void;
}

class SessionQuota implements SessionBudgets {
  /** The one that came first stands first. */
  sockets: readonly AdmittedSocket[] = [];
  leftAt = 0;
  readonly appends: TokenBucket;
  readonly reads: TokenBucket;

  constructor(now: number) {
    this.appends = new TokenBucket(FRAME_LIMITS.appendsPerSecond, FRAME_LIMITS.appendBurst, now);
    this.reads = new TokenBucket(ADMISSION_LIMITS.readsPerSecond, ADMISSION_LIMITS.readBurst, now);
  }
}

interface AddressQuota {
  readonly upgrades: TokenBucket;
  readonly sessionStarts: TokenBucket;
  readonly unidentified: Set<AdmittedSocket>;
  sockets: number;
  seenAt: number;
}

class SocketAdmission implements Admission {
  private session: string | null = null;

  constructor(
    private readonly crowd: AdmissionControl,
    private readonly home: AddressQuota | null,
    private readonly guest: AdmittedSocket,
  ) {}

  helloReceived(): void {
    this.home?.unidentified.delete(this.guest);
  }

  mayBeginSession(inbox: string | null): Verdict {
    return this.crowd.mayBeginSession(this.home, inbox);
  }

  joinSession(session: string): SessionBudgets {
    this.session = session;
    return this.crowd.join(session, this.guest);
  }

  release(): void {
    const { crowd, home, guest, session } = this;
    if (home) {
      home.sockets -= 1;
      home.unidentified.delete(guest);
    }
    if (session !== null) crowd.leave(session, guest);
  }
}

export class AdmissionControl {
  private readonly addresses = new Map<string, AddressQuota>();
  private readonly inboxes = new Map<string, TokenBucket>();
  private readonly sessions = new Map<string, SessionQuota>();
  private evictedAt: number;

  /** `now` is Unix milliseconds. `proxied`: the addresses are those that our own proxies report. */
  constructor(
    private readonly now: () => number,
    private readonly proxied: boolean,
  ) {
    this.evictedAt = now();
  }

  /** An upgrade is asked for: refused only when an address asks faster than any crowd of people. */
  admitUpgrade(address: string): Verdict {
    const home = this.home(address);
    return home ? home.upgrades.take(this.now()) : { ok: true };
  }

  register(address: string, guest: AdmittedSocket): Admission {
    const home = this.home(address);
    if (home) {
      home.sockets += 1;
      home.unidentified.add(guest);
      const [longest] = home.unidentified;
      if (home.unidentified.size > ADMISSION_LIMITS.waiting && longest) {
        home.unidentified.delete(longest);
        longest.closeUnidentified();
      }
    }
    return new SocketAdmission(this, home, guest);
  }

  /**
   * May somebody of this household begin a session in this inbox now? Asking for one that isn't there costs the household the
   * same: or the difference would tell which there are. But nothing is remembered of it, and names can be made up without end.
   */
  mayBeginSession(addressQuota: AddressQuota | null, inboxBucket: string | null): Verdict {
    if (addressQuota && addressQuota.sockets > ADMISSION_LIMITS.sockets) return { ok: false, retryAfterMs: LATER_MS };
    const here = addressQuota?.sessionStarts.take(this.now()) ?? { ok: true as const };
    return here.ok && inboxBucket !== null ? this.inbox(inboxBucket).take(this.now()) : here;
  }

  join(session: string, guest: AdmittedSocket): SessionBudgets {
    const gathering = this.sessionQuota(session);
    gathering.sockets = gathering.sockets.concat(guest);
    if (gathering.sockets.length > ADMISSION_LIMITS.socketsOfSession) gathering.sockets[0]?.closeSurplus();
    return gathering;
  }

  leave(session: string, guest: AdmittedSocket): void {
    const gathering = this.sessions.get(session);
    if (!gathering) return;
    gathering.sockets = gathering.sockets.filter((other) => other !== guest);
    gathering.leftAt = this.now();
  }

  /** How many addresses, sessions and inboxes are remembered. */
  get size(): number {
    return this.addresses.size + this.sessions.size + this.inboxes.size;
  }

  private home(address: string): AddressQuota | null {
    if (!this.proxied && !isPublicAddress(address)) return null;
    const now = this.now();
    this.evictIdle(now);
    const name = addressGroup(address);
    const home = this.addresses.get(name) ?? {
      upgrades: new TokenBucket(ADMISSION_LIMITS.upgradesPerSecond, ADMISSION_LIMITS.upgradeBurst, now),
      sessionStarts: new TokenBucket(ADMISSION_LIMITS.beginningsPerSecond, ADMISSION_LIMITS.beginningBurst, now),
      unidentified: new Set<AdmittedSocket>(),
      sockets: 0,
      seenAt: now,
    };
    home.seenAt = now;
    this.addresses.set(name, home);
    return home;
  }

  private sessionQuota(session: string): SessionQuota {
    this.evictIdle(this.now());
    const known = this.sessions.get(session) ?? new SessionQuota(this.now());
    this.sessions.set(session, known);
    return known;
  }

  private inbox(id: string): TokenBucket {
    const bucket =
      this.inboxes.get(id) ??
      new TokenBucket(ADMISSION_LIMITS.inboxBeginningsPerSecond, ADMISSION_LIMITS.inboxBeginningBurst, this.now());
    this.inboxes.set(id, bucket);
    return bucket;
  }

  /**
   * An address or a session is forgotten once its budgets are whole again: earlier, coming back would renew them; never,
   * and ever new ones would fill the memory.
   */
  private evictIdle(now: number): void {
    if (now - this.evictedAt < FORGET_EVERY_MS) return;
    this.evictedAt = now;
    const whole = now - (ADMISSION_LIMITS.beginningBurst / ADMISSION_LIMITS.beginningsPerSecond) * 1_000;
    for (const [name, { sockets, seenAt }] of this.addresses) {
      if (sockets === 0 && seenAt < whole) this.addresses.delete(name);
    }
    for (const [id, { sockets: guests, leftAt }] of this.sessions) {
      if (guests.length === 0 && leftAt < now - FORGET_EVERY_MS) this.sessions.delete(id);
    }
  }
}
