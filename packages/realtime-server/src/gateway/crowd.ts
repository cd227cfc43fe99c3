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
import { isPublicAddress } from '../public-address.js';
import { household } from './client-address.js';
import { TokenBucket } from './token-bucket.js';

export const CROWD = {
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
export interface Guest {
  /** It has waited too long for its turn to speak. */
  giveWay(): void;
  /** A newer socket of its session has come. */
  rest(): void;
}

/** What a session's sockets may do, all together. */
export interface Budgets {
  /** Whatever makes rows. */
  readonly appends: TokenBucket;
  /** Whatever reads many of them. */
  readonly reads: TokenBucket;
}

/** One socket's place in the crowd, from the upgrade to the end. */
export interface Place {
  /** It has said hello; from here on nobody waits for it. */
  spoke(): void;
  /** May it begin a session, or try one that this server doesn't know? `inbox` is null when there is no such inbox. */
  mayBegin(inbox: string | null): Verdict;
  /** It belongs to this session now. Returns what is left for it to do there. */
  joined(session: string): Budgets;
  left(): void;
}

class Gathering implements Budgets {
  /** The one that came first stands first. */
  guests: readonly Guest[] = [];
  leftAt = 0;
  readonly appends: TokenBucket;
  readonly reads: TokenBucket;

  constructor(now: number) {
    this.appends = new TokenBucket(FRAME_LIMITS.appendsPerSecond, FRAME_LIMITS.appendBurst, now);
    this.reads = new TokenBucket(CROWD.readsPerSecond, CROWD.readBurst, now);
  }
}

interface Household {
  readonly upgrades: TokenBucket;
  readonly beginnings: TokenBucket;
  readonly waiting: Set<Guest>;
  sockets: number;
  seenAt: number;
}

class Standing implements Place {
  private session: string | null = null;

  constructor(
    private readonly crowd: Crowd,
    private readonly home: Household | null,
    private readonly guest: Guest,
  ) {}

  spoke(): void {
    this.home?.waiting.delete(this.guest);
  }

  mayBegin(inbox: string | null): Verdict {
    return this.crowd.mayBegin(this.home, inbox);
  }

  joined(session: string): Budgets {
    this.session = session;
    return this.crowd.join(session, this.guest);
  }

  left(): void {
    const { crowd, home, guest, session } = this;
    if (home) {
      home.sockets -= 1;
      home.waiting.delete(guest);
    }
    if (session !== null) crowd.leave(session, guest);
  }
}

export class Crowd {
  private readonly households = new Map<string, Household>();
  private readonly inboxes = new Map<string, TokenBucket>();
  private readonly sessions = new Map<string, Gathering>();
  private forgottenAt: number;

  /** `now` is Unix milliseconds. `proxied`: the addresses are those that our own proxies report. */
  constructor(
    private readonly now: () => number,
    private readonly proxied: boolean,
  ) {
    this.forgottenAt = now();
  }

  /** An upgrade is asked for: refused only when an address asks faster than any crowd of people. */
  knock(address: string): Verdict {
    const home = this.home(address);
    return home ? home.upgrades.take(this.now()) : { ok: true };
  }

  enter(address: string, guest: Guest): Place {
    const home = this.home(address);
    if (home) {
      home.sockets += 1;
      home.waiting.add(guest);
      const [longest] = home.waiting;
      if (home.waiting.size > CROWD.waiting && longest) {
        home.waiting.delete(longest);
        longest.giveWay();
      }
    }
    return new Standing(this, home, guest);
  }

  /**
   * May somebody of this household begin a session in this inbox now? Asking for one that isn't there costs the household the
   * same: or the difference would tell which there are. But nothing is remembered of it, and names can be made up without end.
   */
  mayBegin(home: Household | null, inbox: string | null): Verdict {
    if (home && home.sockets > CROWD.sockets) return { ok: false, retryAfterMs: LATER_MS };
    const here = home?.beginnings.take(this.now()) ?? { ok: true as const };
    return here.ok && inbox !== null ? this.inbox(inbox).take(this.now()) : here;
  }

  join(session: string, guest: Guest): Budgets {
    const gathering = this.gathering(session);
    gathering.guests = gathering.guests.concat(guest);
    if (gathering.guests.length > CROWD.socketsOfSession) gathering.guests[0]?.rest();
    return gathering;
  }

  leave(session: string, guest: Guest): void {
    const gathering = this.sessions.get(session);
    if (!gathering) return;
    gathering.guests = gathering.guests.filter((other) => other !== guest);
    gathering.leftAt = this.now();
  }

  /** How many addresses, sessions and inboxes are remembered. */
  get size(): number {
    return this.households.size + this.sessions.size + this.inboxes.size;
  }

  private home(address: string): Household | null {
    if (!this.proxied && !isPublicAddress(address)) return null;
    const now = this.now();
    this.forget(now);
    const name = household(address);
    const home = this.households.get(name) ?? {
      upgrades: new TokenBucket(CROWD.upgradesPerSecond, CROWD.upgradeBurst, now),
      beginnings: new TokenBucket(CROWD.beginningsPerSecond, CROWD.beginningBurst, now),
      waiting: new Set<Guest>(),
      sockets: 0,
      seenAt: now,
    };
    home.seenAt = now;
    this.households.set(name, home);
    return home;
  }

  private gathering(session: string): Gathering {
    this.forget(this.now());
    const known = this.sessions.get(session) ?? new Gathering(this.now());
    this.sessions.set(session, known);
    return known;
  }

  private inbox(id: string): TokenBucket {
    const bucket =
      this.inboxes.get(id) ?? new TokenBucket(CROWD.inboxBeginningsPerSecond, CROWD.inboxBeginningBurst, this.now());
    this.inboxes.set(id, bucket);
    return bucket;
  }

  /**
   * An address or a session is forgotten once its budgets are whole again: earlier, coming back would renew them; never,
   * and ever new ones would fill the memory.
   */
  private forget(now: number): void {
    if (now - this.forgottenAt < FORGET_EVERY_MS) return;
    this.forgottenAt = now;
    const whole = now - (CROWD.beginningBurst / CROWD.beginningsPerSecond) * 1_000;
    for (const [name, { sockets, seenAt }] of this.households) {
      if (sockets === 0 && seenAt < whole) this.households.delete(name);
    }
    for (const [id, { guests, leftAt }] of this.sessions) {
      if (guests.length === 0 && leftAt < now - FORGET_EVERY_MS) this.sessions.delete(id);
    }
  }
}
