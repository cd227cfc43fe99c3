/**
 * Limits for many connections from one place. An office, a school and a mobile network are one address each, so most limits
 * count the *starts of sessions* and not the visitors:
 *
 * - A client with a session that this server knows gets in, and writes, whatever others at the same address do.
 * - Messages and requests for a person have a budget for each address, far above what people there need.
 * - Starting a session has a budget for each address and for each inbox. Beyond it the client learns when to try again.
 * - A socket may wait before its hello, but not many from one address: the oldest is closed first. An honest client sends
 *   its hello at once.
 * - One session has few sockets: the newest stay, and an older one is closed until its tab is looked at again.
 *
 * Addresses of private networks are not counted while no proxy is configured (`countedGroup`). Each node counts for itself.
 */
import { havePassed } from '../../runtime/clock.js';
import { countedGroup, networkGroup } from '../../runtime/network/client-address.js';
import { TokenBucket } from '../../runtime/token-bucket.js';
import { ADMISSION_LIMITS } from './admission-limits.js';
import {
  type AddressBudgets,
  addressBudgets,
  areFull,
  type SessionBudgets,
  type SocketBudgets,
  sessionBudgets,
  type Verdict,
} from './budgets.js';
import { StoredBytes } from './stored-bytes.js';

const EVICT_EVERY_MS = 60_000;
/** How long the slowest budget of an address takes to be full again. */
const ADDRESS_REFILL_MS = (ADMISSION_LIMITS.addressHandoffBurst / ADMISSION_LIMITS.addressHandoffsPerSecond) * 1_000;
/** How long a client waits when nothing better is known. */
const RETRY_LATER_MS = 30_000;

/** A socket, as the admission control needs it. */
export interface AdmittedSocket {
  /** It has waited too long before its hello. */
  closeUnidentified(): void;
  /** A newer socket of its session has come. */
  closeSurplus(): void;
}

export interface JoiningSession {
  readonly id: string;
  readonly contact: string;
  readonly inbox: string;
}

interface SessionQuota {
  /** Oldest first. */
  sockets: readonly AdmittedSocket[];
  readonly budgets: SessionBudgets;
}

/** Of an IPv6 /48, for all addresses in it. */
interface NetworkQuota {
  readonly upgrades: TokenBucket;
  readonly sessionStarts: TokenBucket;
  seenAt: number;
}

interface AddressQuota {
  readonly budgets: AddressBudgets;
  readonly network: NetworkQuota | null;
  /** As `countedGroup` returns it. */
  readonly group: string;
  readonly upgrades: TokenBucket;
  readonly sessionStarts: TokenBucket;
  /** Sockets before their hello, oldest first. */
  readonly unidentified: Set<AdmittedSocket>;
  sockets: number;
  seenAt: number;
  /** When its last socket closed, Unix milliseconds. */
  leftAt: number;
}

/** The admission of one socket, from the upgrade to the end. */
export class Admission {
  private session: string | null = null;

  constructor(
    private readonly control: AdmissionControl,
    private readonly address: AddressQuota | null,
    private readonly socket: AdmittedSocket,
  ) {}

  /** Null: not counted. */
  get countedAddress(): string | null {
    return this.address?.group ?? null;
  }

  helloReceived(): void {
    this.address?.unidentified.delete(this.socket);
  }

  /** May it start a session, or try one that this server doesn't know? `inbox` is null when there is no such inbox. */
  mayStartSession(inbox: string | null): Verdict {
    return this.control.mayStartSession(this.address, inbox);
  }

  joinSession({ id, contact, inbox }: JoiningSession): SocketBudgets {
    const { stored } = this.control;
    const writer = { contact, inbox, address: this.countedAddress };
    this.session = id;
    return {
      ...this.control.joinSession(id, this.socket),
      address: this.address?.budgets ?? null,
      stored: {
        take: (jsonBytes) => stored.take(writer, jsonBytes),
        charge: (jsonBytes) => stored.charge(writer, jsonBytes),
      },
    };
  }

  release(): void {
    const { control, address, socket, session } = this;
    if (address) {
      address.sockets -= 1;
      address.leftAt = control.now();
      address.unidentified.delete(socket);
    }
    if (session !== null) control.leaveSession(session, socket);
  }
}

export class AdmissionControl {
  private readonly addresses = new Map<string, AddressQuota>();
  private readonly networks = new Map<string, NetworkQuota>();
  private readonly inboxes = new Map<string, TokenBucket>();
  private readonly sessions = new Map<string, SessionQuota>();
  readonly stored: StoredBytes;
  private evictedAt: number;

  /** `now` is Unix milliseconds. `proxied`: our own proxies report the addresses. */
  constructor(
    readonly now: () => number,
    private readonly proxied: boolean,
  ) {
    this.evictedAt = now();
    this.stored = new StoredBytes(now);
  }

  /** Refuses only an address that asks faster than any group of people. */
  admitUpgrade(address: string): Verdict {
    return this.takeOf(this.addressQuota(address), 'upgrades');
  }

  register(address: string, socket: AdmittedSocket): Admission {
    const quota = this.addressQuota(address);
    if (quota) {
      quota.sockets += 1;
      quota.unidentified.add(socket);
      const [oldest] = quota.unidentified;
      if (quota.unidentified.size > ADMISSION_LIMITS.unidentifiedSockets && oldest) {
        quota.unidentified.delete(oldest);
        oldest.closeUnidentified();
      }
    }
    return new Admission(this, quota, socket);
  }

  /**
   * Asking for an inbox that doesn't exist costs the address the same: the difference would tell which inboxes exist. But no
   * bucket is made for it, because names can be invented without end.
   */
  mayStartSession(address: AddressQuota | null, inbox: string | null): Verdict {
    if (address && address.sockets > ADMISSION_LIMITS.sockets) return { ok: false, retryAfterMs: RETRY_LATER_MS };
    const verdict = this.takeOf(address, 'sessionStarts');
    const begun = verdict.ok && inbox !== null ? this.inboxBucket(inbox).take(this.now()) : verdict;
    return begun.ok ? this.stored.takeSession({ address: address?.group ?? null, inbox }) : begun;
  }

  joinSession(session: string, socket: AdmittedSocket): SessionBudgets {
    const quota = this.sessionQuota(session);
    quota.sockets = quota.sockets.concat(socket);
    if (quota.sockets.length > ADMISSION_LIMITS.socketsOfSession) quota.sockets[0]?.closeSurplus();
    return quota.budgets;
  }

  leaveSession(session: string, socket: AdmittedSocket): void {
    const quota = this.sessions.get(session);
    if (!quota) return;
    quota.sockets = quota.sockets.filter((other) => other !== socket);
  }

  /** How many addresses, sessions, inboxes and counts of stored bytes are remembered. */
  get size(): number {
    return this.addresses.size + this.networks.size + this.sessions.size + this.inboxes.size + this.stored.size;
  }

  /** From both, also when the network refuses: what is refused counts too. */
  private takeOf(address: AddressQuota | null, of: 'upgrades' | 'sessionStarts'): Verdict {
    const verdict = address?.[of].take(this.now()) ?? { ok: true };
    return verdict.ok ? (address?.network?.[of].take(this.now()) ?? verdict) : verdict;
  }

  private networkQuota(address: string, now: number): NetworkQuota | null {
    const group = networkGroup(address);
    if (group === null) return null;
    const { networkShares: shares, ...each } = ADMISSION_LIMITS;
    const quota = this.networks.get(group) ?? {
      upgrades: new TokenBucket(shares * each.upgradesPerSecond, shares * each.upgradeBurst, now),
      sessionStarts: new TokenBucket(shares * each.sessionStartsPerSecond, shares * each.sessionStartBurst, now),
      seenAt: now,
    };
    quota.seenAt = now;
    this.networks.set(group, quota);
    return quota;
  }

  private addressQuota(address: string): AddressQuota | null {
    const group = countedGroup(address, this.proxied);
    if (group === null) return null;
    const now = this.now();
    this.evictIdle(now);
    const quota = this.addresses.get(group) ?? {
      group,
      network: this.networkQuota(address, now),
      upgrades: new TokenBucket(ADMISSION_LIMITS.upgradesPerSecond, ADMISSION_LIMITS.upgradeBurst, now),
      sessionStarts: new TokenBucket(ADMISSION_LIMITS.sessionStartsPerSecond, ADMISSION_LIMITS.sessionStartBurst, now),
      budgets: addressBudgets(now),
      unidentified: new Set<AdmittedSocket>(),
      sockets: 0,
      seenAt: now,
      leftAt: now,
    };
    quota.seenAt = now;
    if (quota.network) quota.network.seenAt = now;
    this.addresses.set(group, quota);
    return quota;
  }

  private sessionQuota(session: string): SessionQuota {
    const now = this.now();
    this.evictIdle(now);
    const quota = this.sessions.get(session) ?? { sockets: [], budgets: sessionBudgets(now) };
    this.sessions.set(session, quota);
    return quota;
  }

  private inboxBucket(id: string): TokenBucket {
    const { inboxSessionStartsPerSecond, inboxSessionStartBurst } = ADMISSION_LIMITS;
    const bucket =
      this.inboxes.get(id) ?? new TokenBucket(inboxSessionStartsPerSecond, inboxSessionStartBurst, this.now());
    this.inboxes.set(id, bucket);
    return bucket;
  }

  /**
   * Forgets an address or a session once its budgets are full again. Earlier, coming back would refill them; never, and
   * new ones would fill the memory.
   */
  private evictIdle(now: number): void {
    if (!havePassed(EVICT_EVERY_MS, this.evictedAt, now)) return;
    this.evictedAt = now;
    this.stored.evict(now);
    for (const [group, { sockets, seenAt, leftAt }] of this.addresses) {
      if (sockets === 0 && Math.max(seenAt, leftAt) < now - ADDRESS_REFILL_MS) this.addresses.delete(group);
    }
    for (const [group, { seenAt }] of this.networks) if (seenAt < now - ADDRESS_REFILL_MS) this.networks.delete(group);
    for (const [id, { sockets, budgets }] of this.sessions)
      if (sockets.length === 0 && areFull(budgets, now)) this.sessions.delete(id);
  }
}
