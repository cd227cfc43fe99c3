/**
 * Which sockets a session has on this node, and how they are closed when it ends: at a word from whoever ended it, here or
 * on another node, and, because words get lost, by looking at the store and at the keys twice a second.
 */
import { CLOSE, type CloseRule } from '@service/protocol';
import type { Bus } from '../bus/bus.js';
import { closeReasonFor } from '../conversation/sessions/session-validity.js';
import type { OpenSession } from '../conversation/sessions/sessions.js';
import type { IdentityVerifier } from '../identity/identity-verifier.js';
import type { InboxDirectory, InboxSettings } from '../inbox/inbox.js';
import type { Clock } from '../runtime/clock.js';
import type { SessionEndReason, Store } from '../store/store.js';

/** The bus has this topic besides those of conversations; no conversation can be called like this. */
const SESSIONS_TOPIC = 'sessions';
const LOOK_EVERY_MS = 500;
/** Looks overlap by so much: nodes' clocks differ, and a commit may become visible after a later one. */
const OVERLAP_MS = 10_000;
const AT_ONCE = 5_000;

export interface LiveSocket {
  readonly session: OpenSession;
  /** Names the page that opened it, as the page named itself. */
  readonly page: string;
  /** Unix milliseconds. */
  readonly openedAt: number;
  close(rule: CloseRule): void;
}

export interface LiveSessionsDeps {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly inboxes: InboxDirectory;
  readonly identities: IdentityVerifier;
  readonly onFailure: (error: unknown) => void;
}

/** What a socket is told of its session's end. Who was replaced may come back as somebody; who was thrown out may not. */
const RULES: Readonly<Record<SessionEndReason, CloseRule>> = {
  identified: CLOSE.accessChanged,
  logout: CLOSE.accessChanged,
  reused: CLOSE.accessChanged,
  revoked: CLOSE.unauthorized,
  withdrawn: CLOSE.consentWithdrawn,
};

export class LiveSessions {
  /** By session. */
  private readonly sockets = new Map<string, readonly LiveSocket[]>();
  /** Those of identified visitors: their time runs out, and their keys are revoked. */
  private readonly identified = new Set<LiveSocket>();
  /** Not looked at yet: the settings may have changed while they came in. */
  private newcomers: LiveSocket[] = [];
  /** The settings of inboxes at the last look. */
  private readonly settings = new Map<string, InboxSettings | null>();
  private cancel: (() => void) | null = null;
  private unsubscribe: (() => void) | null = null;
  private lookedAt: number;

  constructor(private readonly deps: LiveSessionsDeps) {
    this.lookedAt = deps.clock.now();
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

  /** A page has one connection: what is left of an earlier one nobody reads, and it would count as somebody who is here. */
  add(socket: LiveSocket): void {
    const { id } = socket.session;
    const here = this.sockets.get(id) ?? [];
    this.sockets.set(id, here.concat(socket));
    this.newcomers.push(socket);
    if (socket.session.identified) this.identified.add(socket);
    // By when they were opened: of two that a page has given up one after the other, the older may be served last.
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

  /** A session has ended, in the store: its sockets everywhere go. */
  closeEverywhere(session: string, why: SessionEndReason): void {
    this.close(session, why);
    this.deps.bus.publish(SESSIONS_TOPIC, { kind: 'ended', session, why });
  }

  private close(session: string, why: SessionEndReason): void {
    for (const socket of this.sockets.get(session) ?? []) socket.close(RULES[why]);
  }

  private plan(): void {
    this.cancel = this.deps.clock.after(LOOK_EVERY_MS, () => {
      void this.poll().then(() => {
        if (this.cancel) this.plan();
      });
    });
  }

  private async poll(): Promise<void> {
    const { clock, store, identities, inboxes, onFailure } = this.deps;
    const now = clock.now();
    const settingsOf = remembered((inbox) => inboxes.get(inbox));
    const standsIn = remembered((inbox) => remembered((kid) => identities.isKeyAccepted(inbox, kid, now)));
    const ruleFor = ({ session }: LiveSocket): CloseRule | null => {
      const { inbox } = session;
      const settings = settingsOf(inbox);
      return settings ? closeReasonFor(session, settings, standsIn(inbox), now) : CLOSE.inboxGone;
    };
    for (const socket of this.toLookAt()) {
      const rule = ruleFor(socket);
      if (rule) socket.close(rule);
    }
    if (this.sockets.size === 0) {
      this.lookedAt = now;
      return;
    }
    try {
      for (const { id, why } of await store.endedSince(this.lookedAt - OVERLAP_MS, AT_ONCE)) this.close(id, why);
      this.lookedAt = now;
    } catch (error) {
      onFailure(error);
    }
  }

  /**
   * Whether an anonymous visitor may stay is up to the settings, which are the same object until they are read again: while
   * they are, nobody looks at thousands of sockets twice a second, which would be a pause for everybody else.
   */
  private toLookAt(): readonly LiveSocket[] {
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

/** Asks once for each: thousands of sockets came into one inbox with one key, and each question is a look at a file. */
function remembered<Told>(ask: (name: string) => Told): (name: string) => Told {
  const known = new Map<string, Told>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const told = ask(name);
    known.set(name, told);
    return told;
  };
}
