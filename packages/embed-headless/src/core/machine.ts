/**
 * The whole client as one pure function: (model, input) → (model, effects). It composes the decisions, each of which
 * has a file of its own: link (is there a socket), conversation-log (what was said), outbox (what waits to be said),
 * answer-stream (what is being said). No clock, no socket, no storage in here: a simulation can run a million steps.
 */
import {
  type AckFrame,
  type AppendBody,
  type Author,
  CLOSE,
  type ClientFrame,
  closeRule,
  type ErrorFrame,
  type FollowingFrame,
  type HelloFrame,
  LIMITS,
  type LogEvent,
  type PageFrame,
  PROTOCOL_VERSIONS,
  REQUEST_ERRORS,
  type ServerFrame,
  type WelcomeFrame,
} from '@service/protocol';
import { afterEvents, grow } from './answer-stream.js';
import type { ChatProblem } from './chat-state.js';
import {
  applyEvents,
  beginFollowing,
  type ConversationLog,
  firstSeq,
  hasGap,
  prependPage,
} from './conversation-log.js';
import type { Effect, TimerName } from './effect.js';
import { type Around, isUsable, type LinkInput, stepLink } from './link.js';
import { messageEvent } from './message-event.js';
import { type Input, type Model, type Step, unreadIn } from './model.js';
import {
  landAll,
  markInFlight,
  nextToSend,
  type OutboxItem,
  rebind,
  refuse,
  restore,
  settle,
  take,
  unsent,
} from './outbox.js';

/** One step. `around` is the moment it happens in; the same inputs in the same moments give the same run, always. */
export function step(model: Model, input: Input, around: Around): Step {
  const run = new Run(model, around);
  run.take(input);
  return { model: run.model, effects: run.effects };
}

/** A server that lives answers within this time. */
const requestTimer: Effect = { do: 'timer', name: 'request', ms: LIMITS.requestTimeoutMs };

/** One step under way: collects the effects while the parts of the model are replaced one after the other. */
class Run {
  readonly effects: Effect[] = [];

  constructor(
    public model: Model,
    private readonly around: Around,
  ) {}

  take(input: Input): void {
    switch (input.type) {
      case 'link':
        return this.link(input.input);
      case 'opened':
        if (input.generation === this.model.link.generation) this.send(this.hello(input.token));
        return;
      case 'closed':
        if (input.generation === this.model.link.generation) this.closed(input.code, input.reason);
        return;
      case 'malformed':
        if (input.generation === this.model.link.generation) this.abandon();
        return;
      case 'frame':
        if (input.generation === this.model.link.generation) this.frame(input.frame);
        return;
      case 'timer':
        return this.timer(input.name);
      case 'append':
        return this.append(input.clientId, input.body);
      case 'restore':
        this.set({ outbox: restore(this.model.outbox, input.items, this.around.now) });
        if (unsent(this.model.outbox) > 0) this.link({ type: 'want' });
        return this.flush();
      case 'retry':
        return this.retry(input.clientId, input.newId);
      case 'discard':
        this.set({ outbox: settle(this.model.outbox, input.clientId) });
        this.effects.push({ do: 'drop-item', clientId: input.clientId });
        return;
      case 'stop':
        if (this.model.conversation) this.sendIfUsable({ t: 'stop', conversation: this.model.conversation });
        return;
      case 'typing':
        if (this.model.conversation)
          this.sendIfUsable({ t: 'typing', conversation: this.model.conversation, on: true });
        return;
      case 'load-older':
        return this.loadOlder();
      case 'mark-read':
        return this.markRead();
      case 'user':
        this.set({ user: input.user });
        return this.tellUser();
    }
  }

  // ── the connection ───────────────────────────────────────────────────────────────────────────────────────────────

  private link(input: LinkInput): void {
    const before = this.model.link;
    const { link, effects } = stepLink(before, input, this.around);
    this.set({ link });
    this.effects.push(...effects);
    const lost = isUsable(before) && (!isUsable(link) || link.generation !== before.generation);
    if (lost) this.disconnected();
  }

  private abandon(): void {
    this.link({ type: 'abandon' });
  }

  /** What was asked on the old socket will get no answer; what was in flight goes out again with the same id. */
  private disconnected(): void {
    const { log } = this.model;
    this.set({
      outbox: landAll(this.model.outbox),
      fetching: null,
      userTold: null,
      typing: [],
      log: log && { ...log, live: false },
    });
    this.effects.push({ do: 'clear', name: 'request' }, { do: 'clear', name: 'gap' }, { do: 'clear', name: 'typing' });
  }

  private closed(code: number, reason: string): void {
    const { duty, meaning } = closeRule(code);
    const inFlight = this.model.outbox.inFlight;
    if (duty === 'fail-item' && inFlight) this.fail(inFlight, 'too_large');
    if (duty === 'snapshot') this.set({ log: null });
    if (duty === 'new-session') {
      this.effects.push({ do: 'keep-session', token: null });
      this.forgetConversation();
    }
    const wasConnecting = this.model.link.phase === 'connecting';
    this.link({ type: 'closed', code, reason });
    if (wasConnecting) this.disconnected();
    if (this.model.link.phase === 'stopped') this.stopped(code, meaning);
  }

  private stopped(code: number, meaning: string): void {
    const problem: ChatProblem = {
      code: code === CLOSE.versionUnsupported.code ? 'protocol_unsupported' : 'inbox_unavailable',
      message: meaning,
    };
    this.set({ problem });
    this.effects.push({ do: 'emit', name: 'error', detail: problem });
  }

  private hello(token: string | null): HelloFrame {
    const { identity, log, user } = this.model;
    const cursor = log && token ? { conversation: log.conversation, epoch: log.epoch, seq: log.applied } : null;
    return {
      t: 'hello',
      v: PROTOCOL_VERSIONS,
      inbox: identity.inboxId,
      session: token,
      origin: identity.hostOrigin,
      sdk: identity.sdk,
      instance: identity.instance,
      cursor,
      visible: this.around.visible,
      ...(identity.consent && { consent: identity.consent }),
      ...(user && { user }),
      ...(identity.page && { page: identity.page }),
      ...(identity.locale && { locale: identity.locale }),
    };
  }

  private welcome(frame: WelcomeFrame): void {
    const { pingEveryMs, pingTimeoutMs } = frame.limits;
    this.link({ type: 'welcomed', pingEveryMs, pingTimeoutMs });
    if (this.model.conversation !== null && this.model.conversation !== frame.conversation) this.forgetConversation();
    this.set({ conversation: frame.conversation, userTold: this.model.user, problem: null });
    // The log comes unasked after a welcome; until it is live nothing can be sent, so its silence counts as well.
    this.effects.push({ do: 'keep-session', token: frame.session }, requestTimer);
  }

  private forgetConversation(): void {
    const outbox = rebind(this.model.outbox);
    for (const item of outbox.items) this.effects.push({ do: 'keep-item', item });
    this.set({ conversation: null, log: null, streams: new Map(), announced: 0, hasOlder: false, outbox });
  }

  // ── frames ───────────────────────────────────────────────────────────────────────────────────────────────────────

  private frame(frame: ServerFrame): void {
    this.link({ type: 'heard' });
    switch (frame.t) {
      case 'welcome':
        return this.welcome(frame);
      case 'following':
        return this.following(frame);
      case 'events':
        return this.apply(frame.epoch, frame.conversation, frame.events);
      case 'live':
        return this.live(frame.conversation, frame.head);
      case 'ack':
        return this.ack(frame);
      case 'page':
        return this.page(frame);
      case 'delta': {
        const grown = grow(this.model.streams, frame);
        this.set({ streams: grown.streams });
        if (grown.torn) this.followAgain();
        return;
      }
      case 'typing':
        return this.someoneTypes(frame.who, frame.on);
      case 'read': {
        const { log } = this.model;
        if (log && frame.conversation === log.conversation) this.readUpTo(log, frame.seq);
        return;
      }
      case 'ping':
        this.send({ t: 'pong', n: frame.n });
        return this.learnHead(frame.heads[this.model.log?.conversation ?? ''] ?? 0);
      case 'error':
        return this.refused(frame);
      case 'drain':
        return this.link({ type: 'drain', windowMs: frame.windowMs });
      case 'pong':
        return;
    }
  }

  private following(frame: FollowingFrame): void {
    if (frame.conversation !== this.model.conversation) return;
    const before = this.model.log;
    const log = beginFollowing(before, frame);
    const continues = before !== null && log.events === before.events;
    // The first look at a log is history, and so is a log of another epoch. Later, what lies behind the number already
    // announced is news, also when the gap was too long for a replay.
    const history = before ? before.epoch !== frame.epoch : this.model.announced === 0;
    const announced = history ? frame.head : this.model.announced;
    this.set({
      log,
      announced,
      hasOlder: continues ? this.model.hasOlder : frame.from > 1,
      streams: continues ? this.model.streams : new Map(),
    });
    this.effects.push(requestTimer);
    if (before && before.handler !== log.handler)
      this.effects.push({ do: 'emit', name: 'handoff', detail: { handledBy: log.handler } });
  }

  private apply(epoch: string, conversation: string, events: readonly LogEvent[]): void {
    const before = this.model.log;
    if (!before || before.conversation !== conversation) return;
    const { log, fresh } = applyEvents(before, epoch, events);
    this.set({ log, streams: afterEvents(this.model.streams, fresh) });
    if (!log.live) this.effects.push(requestTimer);
    for (const event of fresh) this.arrived(event);
    if (log.handler !== before.handler)
      this.effects.push({ do: 'emit', name: 'handoff', detail: { handledBy: log.handler } });
    this.tellUnread(before);
    this.watchGap();
    this.flush();
  }

  private arrived(event: LogEvent): void {
    if (event.by.kind === 'visitor') this.settle(event.clientId);
    this.set({ typing: this.model.typing.filter((each) => each.who.id !== event.by.id) });
    if (event.seq <= this.model.announced) return;
    this.set({ announced: event.seq });
    const detail = messageEvent(event);
    if (detail) this.effects.push({ do: 'emit', name: 'message', detail });
  }

  private live(conversation: string, head: number): void {
    const { log } = this.model;
    if (!log || log.conversation !== conversation) return;
    this.set({ log: { ...log, live: true, head: Math.max(log.head, head) } });
    this.watchRequests();
    this.watchGap();
    this.tellUser();
    this.flush();
  }

  private learnHead(head: number): void {
    const { log } = this.model;
    if (!log || head <= log.head) return;
    this.set({ log: { ...log, head } });
    this.watchGap();
  }

  /** A hole is given a moment to close by itself, because two events may simply have overtaken each other. */
  private watchGap(): void {
    const { log } = this.model;
    if (!log?.live) return;
    if (hasGap(log)) this.effects.push({ do: 'timer', name: 'gap', ms: LIMITS.reorderWaitMs });
    else this.effects.push({ do: 'clear', name: 'gap' });
  }

  private fillGap(): void {
    const { log, fetching } = this.model;
    if (!log || !hasGap(log) || !isUsable(this.model.link)) return;
    if (fetching) return void this.effects.push({ do: 'timer', name: 'gap', ms: LIMITS.reorderWaitMs });
    this.ask('gap', (id) => ({ t: 'sync', id, conversation: log.conversation, after: log.applied }));
  }

  private loadOlder(): void {
    const { log, fetching, hasOlder } = this.model;
    if (!log || fetching || !hasOlder || !isUsable(this.model.link)) return;
    this.ask('older', (id) => ({ t: 'history', id, conversation: log.conversation, before: firstSeq(log) }));
  }

  private ask(kind: 'gap' | 'older', frame: (id: string) => ClientFrame): void {
    const requests = this.model.requests + 1;
    const id = `${kind}-${requests}`;
    this.set({ requests, fetching: { id, kind } });
    this.send(frame(id));
    this.effects.push(requestTimer);
  }

  private page(frame: PageFrame): void {
    const { fetching, log } = this.model;
    if (!log || fetching?.id !== frame.id) return;
    this.set({ fetching: null });
    this.watchRequests();
    if (fetching.kind === 'gap') return this.apply(frame.epoch, frame.conversation, frame.events);
    this.set({ log: prependPage(log, frame.epoch, frame.events), hasOlder: frame.more });
  }

  /** The stream is sent from its beginning to everyone who starts to follow, so following again mends a torn one. */
  private followAgain(): void {
    const { log } = this.model;
    if (log?.live) this.send({ t: 'follow', conversation: log.conversation, epoch: log.epoch, seq: log.applied });
  }

  // ── the outbox ───────────────────────────────────────────────────────────────────────────────────────────────────

  private append(clientId: string, body: AppendBody): void {
    const item: OutboxItem = {
      clientId,
      conversation: this.model.conversation,
      body,
      createdAt: this.around.now,
      sent: 0,
      failed: null,
    };
    this.set({ outbox: take(this.model.outbox, item) });
    this.keep(clientId);
    this.link({ type: 'want' });
    if (this.model.link.phase === 'waiting') this.link({ type: 'wake' });
    this.flush();
  }

  private retry(clientId: string, newId: string): void {
    const item = this.model.outbox.items.find((each) => each.clientId === clientId);
    if (!item?.failed) return;
    // A refused message was never stored, so a new attempt is a new message with an id of its own.
    this.set({ outbox: settle(this.model.outbox, clientId) });
    this.effects.push({ do: 'drop-item', clientId });
    this.append(newId, item.body);
  }

  private flush(): void {
    const { log, link, outbox, conversation } = this.model;
    if (!conversation || !log?.live || !isUsable(link) || link.phase === 'draining') return;
    const item = nextToSend(outbox, conversation, this.around.now);
    if (!item) {
      const pause = outbox.notBefore - this.around.now;
      if (pause > 0 && outbox.inFlight === null && unsent(outbox) > 0)
        this.effects.push({ do: 'timer', name: 'again', ms: pause });
      return;
    }
    this.set({ outbox: markInFlight(outbox, item) });
    this.keep(item.clientId);
    this.send({ t: 'append', conversation: item.conversation as string, clientId: item.clientId, body: item.body });
    this.effects.push(requestTimer);
  }

  private ack(frame: AckFrame): void {
    this.settle(frame.clientId);
    this.learnHead(frame.seq);
    this.flush();
  }

  private settle(clientId: string): void {
    const outbox = settle(this.model.outbox, clientId);
    if (outbox === this.model.outbox) return;
    this.set({ outbox });
    this.effects.push({ do: 'drop-item', clientId });
    this.watchRequests();
  }

  private refused(frame: ErrorFrame): void {
    if (frame.re !== undefined && frame.re === this.model.fetching?.id) {
      this.set({ fetching: null });
      return this.watchRequests();
    }
    if (frame.re === undefined || !this.model.outbox.items.some((item) => item.clientId === frame.re)) return;
    if (!frame.retry) this.fail(frame.re, frame.code);
    else
      this.set({
        outbox: refuse(this.model.outbox, frame.re, frame.code, this.around.now + (frame.retryAfterMs ?? 1_000)),
      });
    this.watchRequests();
    this.flush();
  }

  private fail(clientId: string, code: ErrorFrame['code']): void {
    this.set({ outbox: refuse(this.model.outbox, clientId, code, this.around.now) });
    this.keep(clientId);
    this.effects.push({
      do: 'emit',
      name: 'error',
      detail: { code: 'message_failed', message: REQUEST_ERRORS[code].message },
    });
  }

  private keep(clientId: string): void {
    const item = this.model.outbox.items.find((each) => each.clientId === clientId);
    if (item) this.effects.push({ do: 'keep-item', item });
  }

  private watchRequests(): void {
    if (this.model.fetching === null && this.model.outbox.inFlight === null && this.model.log?.live)
      this.effects.push({ do: 'clear', name: 'request' });
  }

  // ── the rest ─────────────────────────────────────────────────────────────────────────────────────────────────────

  private timer(name: TimerName): void {
    switch (name) {
      case 'request':
        // A server that lives answers within seconds; silence to a question is a dead connection.
        return this.abandon();
      case 'again':
        return this.flush();
      case 'gap':
        return this.fillGap();
      case 'typing':
        return this.forgetTyping();
      case 'hidden':
        if (unsent(this.model.outbox) === 0) this.link({ type: 'rest' });
        return;
      default:
        return this.link({ type: 'timer', name });
    }
  }

  private someoneTypes(who: Author, on: boolean): void {
    const others = this.model.typing.filter((each) => each.who.id !== who.id);
    const until = this.around.now + LIMITS.typingShownMs;
    this.set({ typing: on ? [...others, { who, until }] : others });
    this.effects.push({ do: 'timer', name: 'typing', ms: LIMITS.typingShownMs });
  }

  private forgetTyping(): void {
    this.set({ typing: this.model.typing.filter((each) => each.until > this.around.now) });
    if (this.model.typing.length > 0) this.effects.push({ do: 'timer', name: 'typing', ms: LIMITS.typingShownMs });
  }

  private markRead(): void {
    const { log } = this.model;
    if (!log || log.read >= log.applied) return;
    this.sendIfUsable({ t: 'read', conversation: log.conversation, seq: log.applied });
    this.readUpTo(log, log.applied);
  }

  private readUpTo(log: ConversationLog, seq: number): void {
    if (seq <= log.read) return;
    this.set({ log: { ...log, read: seq } });
    this.tellUnread(log);
  }

  private tellUnread(before: ConversationLog): void {
    const count = this.model.log ? unreadIn(this.model.log) : 0;
    if (count !== unreadIn(before)) this.effects.push({ do: 'emit', name: 'unread', detail: { count } });
  }

  private tellUser(): void {
    const { user, userTold, log } = this.model;
    if (!user || user === userTold || !log?.live) return;
    this.sendIfUsable({ t: 'context', user });
    this.set({ userTold: user });
  }

  private sendIfUsable(frame: ClientFrame): void {
    if (isUsable(this.model.link)) this.send(frame);
  }

  private send(frame: ClientFrame): void {
    this.effects.push({ do: 'send', frame });
  }

  private set(change: Partial<Model>): void {
    this.model = { ...this.model, ...change };
  }
}
