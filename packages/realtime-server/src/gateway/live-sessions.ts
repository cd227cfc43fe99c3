/**
 * The sockets of each session on this node. They are closed when the session ends: by a bus message from the node that ended
 * it, and, because messages get lost, by polling the store and the keys twice a second.
 */
import { CLOSE, type CloseRule } from '@service/protocol';
import type { Bus } from '../bus/bus.js';
import { closeReasonFor } from '../conversation/sessions/close-reason.js';
import type { OpenSession } from '../conversation/sessions/sessions.js';
import type { IdentityVerifier } from '../identity/identity-verifier.js';
import type { InboxDirectory, InboxSettings } from '../inbox/inbox.js';
import { afterAbout, type Clock } from '../runtime/clock.js';
import type { SessionEndReason, Store } from '../store/store.js';

/** A topic of the bus besides those of conversations. No conversation has this id. */
const SESSIONS_TOPIC = 'sessions';
const POLL_EVERY_MS = 500;
/** Polls overlap by this much: nodes' clocks differ, and a commit may become visible after a later one. */
const OVERLAP_MS = 10_000;
const AT_ONCE = 5_000;

export interface LiveSocket {
  readonly session: OpenSession;
  /** Names the page that opened it, as the page named itself. */
  readonly page: string;
  /** Unix milliseconds. */
  readonly openedAt: number;
  close(rule: CloseRule): void;
  /** Tells its client soon, where that is news. */
  becomePaused(isPaused: boolean): void;
}

export interface LiveSessionsDeps {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly inboxes: InboxDirectory;
  readonly identities: IdentityVerifier;
  readonly onFailure: (error: unknown) => void;
  /** The sockets of a session are closed because its contact is blocked. */
  readonly onBlocked: (contact: string) => void;
}

/** Close codes by reason. After `accessChanged` the client may reconnect with another session; after the others not. */
const RULES: Readonly<Record<SessionEndReason, CloseRule>> = {
  blocked: CLOSE.contactBlocked,
  identified: CLOSE.accessChanged,
  logout: CLOSE.accessChanged,
  reused: CLOSE.accessChanged,
  revoked: CLOSE.unauthorized,
  withdrawn: CLOSE.consentWithdrawn,
};

export class LiveSessions {
  /** By session. */
  private readonly sockets = new Map<string, readonly LiveSocket[]>();
  /** Sockets of identified visitors: their sessions expire, and keys are revoked. */
  private readonly identified = new Set<LiveSocket>();
  /** Not checked yet: the settings may have changed during the handshake. */
  private newcomers: LiveSocket[] = [];
  /** The settings of inboxes at the last poll. */
  private readonly settings = new Map<string, InboxSettings | null>();
  private cancel: (() => void) | null = null;
  private unsubscribe: (() => void) | null = null;
  private polledAt: number;

  constructor(private readonly deps: LiveSessionsDeps) {
    this.polledAt = deps.clock.now();
  }

  start(): void {
    void this.deps.bus
      .subscribe(SESSIONS_TOPIC, (message) => {
        if (message.kind === 'ended') this.close(message.session, message.why);
      })
      .then((off) => {
        if (this.cancel) this.unsubscribe = off;
        else off();
      });
    this.plan();
  }

  stop(): void {
    this.cancel?.();
    this.cancel = null;
    this.unsubscribe?.();
  }

  /** A page has one connection: an older one of the same page is unread, and would count as a second visitor. */
  add(socket: LiveSocket): void {
    const { id } = socket.session;
    const here = this.sockets.get(id) ?? [];
    this.sockets.set(id, here.concat(socket));
    this.newcomers.push(socket);
    if (socket.session.identified) this.identified.add(socket);
    // By the time of opening: of two that a page has given up one after the other, the older may be served last.
    for (const other of here)
      if (other.page === socket.page && other.openedAt < socket.openedAt) other.close(CLOSE.superseded);
  }

  remove(socket: LiveSocket): void {
    const { id } = socket.session;
    const left = (this.sockets.get(id) ?? []).filter((other) => other !== socket);
    if (left.length > 0) this.sockets.set(id, left);
    else this.sockets.delete(id);
    this.identified.delete(socket);
  }

  /** Closes the sockets of an ended session on all nodes. */
  closeEverywhere(session: string, why: SessionEndReason): void {
    this.close(session, why);
    this.deps.bus.publish(SESSIONS_TOPIC, { kind: 'ended', session, why });
  }

  private close(session: string, why: SessionEndReason): void {
    for (const socket of this.sockets.get(session) ?? []) {
      if (why === 'blocked') this.deps.onBlocked(socket.session.contact);
      socket.close(RULES[why]);
    }
  }

  private plan(): void {
    this.cancel = afterAbout(this.deps.clock, POLL_EVERY_MS, () => {
      void this.poll().then(() => {
        if (this.cancel) this.plan();
      });
    });
  }

  private async poll(): Promise<void> {
    const { clock, store, identities, inboxes, onFailure } = this.deps;
    const now = clock.now();
    const settingsOf = memoize((inbox) => inboxes.get(inbox));
    const isKeyAcceptedIn = memoize((inbox) => memoize((kid) => identities.isKeyAccepted(inbox, kid, now)));
    const ruleFor = ({ session }: LiveSocket): CloseRule | null => {
      const { inbox } = session;
      const settings = settingsOf(inbox);
      return settings ? closeReasonFor(session, settings, isKeyAcceptedIn(inbox), now) : CLOSE.inboxGone;
    };
    for (const socket of this.socketsToCheck()) {
      const rule = ruleFor(socket);
      if (rule) socket.close(rule);
      else socket.becomePaused(settingsOf(socket.session.inbox)?.state === 'paused');
    }
    if (this.sockets.size === 0) {
      this.polledAt = now;
      return;
    }
    try {
      for (const { id, why } of await store.endedSince(this.polledAt - OVERLAP_MS, AT_ONCE)) this.close(id, why);
      this.polledAt = now;
    } catch (error) {
      onFailure(error);
    }
  }

  /**
   * Whether an anonymous visitor may stay depends only on the settings, which are the same object until they are read again.
   * Until then their sockets are skipped: checking thousands twice a second would block everything else.
   */
  private socketsToCheck(): readonly LiveSocket[] {
    const { newcomers, settings } = this;
    this.newcomers = [];
    for (const { session } of newcomers) if (!settings.has(session.inbox)) settings.set(session.inbox, null);
    let changed = false;
    for (const [inbox, before] of settings) {
      const now = this.deps.inboxes.get(inbox);
      if (now !== before) changed = true;
      settings.set(inbox, now);
    }
    return changed ? [...this.sockets.values()].flat() : [...this.identified, ...newcomers];
  }
}

/** Thousands of sockets share one inbox and one key, and each call reads a file's stamp. */
function memoize<T>(ask: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const answer = ask(name);
    known.set(name, answer);
    return answer;
  };
}
