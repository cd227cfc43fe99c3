/**
 * A chat server in memory that speaks the real protocol, for the tests of whoever builds on the client: no port, no
 * process, no waiting. It keeps the promises of the real one (an append is stored once, the log has no gaps, who comes
 * back gets what came after) and has switches for the days on which networks don't.
 */
import {
  type Author,
  CLOSE,
  type ClientFrame,
  CONVERSATION_LIMITS,
  type ConversationSummary,
  countsAsUnread,
  FRAME_LIMITS,
  type HelloFrame,
  isFinishedMessage,
  type LogEvent,
  PROTOCOL_VERSIONS,
  REQUEST_ERRORS,
  type RequestErrorCode,
  type ServerFrame,
  WELCOME_LIMITS,
} from '@service/protocol';
import type { WebSocketLike } from '../core/index.js';
import { loadEveryFeature } from '../core/runtime/load-feature.js';
import { type FakeConversation, ServedConversation } from './fake-conversation.js';
import { type FakeLine, fakeWebSocket } from './fake-socket.js';

/** How the server behaves by itself. */
export interface FakeServerOptions {
  /** Answers each question as the agent would; null: no answer. Default: none, the test answers by hand. */
  readonly answer?: (question: string) => string | null;
  /** True: who comes without a consent is refused, as by an inbox that requires one. Default false. */
  readonly requireConsent?: boolean;
}

/** A frame of the protocol as it went over the wire; `t` names its type. What else is in it: CONFORMANCE.md. */
export interface FakeFrame {
  /** Its type. */
  readonly t: string;
  // biome-ignore lint/suspicious/noExplicitAny: each type has its own fields, and a test looks into those of one.
  readonly [field: string]: any;
}

/** A server in memory, with switches for bad days. */
export interface FakeServer {
  /** For the client's option of that name: `createChatClient({ …, WebSocket: server.WebSocket })`. */
  readonly WebSocket: WebSocketLike;
  /** Takes the place of the global `WebSocket`, for code that can't be given one. Returns the way back. */
  install(): () => void;
  /** The conversation begun last; throws when no visitor has come yet. */
  readonly conversation: FakeConversation;
  /** All of them, of every visitor, oldest first. */
  readonly conversations: readonly FakeConversation[];
  /** How many connections are open now. */
  readonly connections: number;
  /** How many connections have been opened so far. */
  readonly connectionsEver: number;
  /** Every frame that arrived, oldest first. */
  readonly received: readonly FakeFrame[];
  /** Every frame that was sent, to any client, oldest first. */
  readonly sent: readonly FakeFrame[];
  /** Resolves when nothing is on its way any more: in a test of React, `await act(() => server.settled())`. */
  settled(): Promise<void>;

  /** The next `count` messages (default one) are stored, but their senders hear nothing of it: not the ack, not the event. */
  dropAcks(count?: number): void;
  /** From now on each frame takes so many milliseconds, in both directions. */
  delay(ms: number): void;
  /** Cuts every connection. Default 1006, as when a cable is pulled; a code of the protocol's table for anything else. */
  killConnections(code?: number): void;
  /**
   * The page that connected last is gone, as when its tab is killed: nothing that it says arrives any more, and it hears
   * nothing. A function that may run once and was begun there has an unknown end; others are given to the next page that
   * offers them. The page after it is another client, on the same storage; `destroy()` the killed one first, which frees
   * what the browser would. Throws when no page is connected.
   */
  killTab(): void;
  /** False: nobody can connect, and who is connected is cut. True: all is well again. */
  reachable(yes: boolean): void;
  /** Says that it will close soon, as before a deploy: clients leave at some moment within `windowMs` (default 0: at once). */
  drain(windowMs?: number): void;
}

/** Makes a server that nobody has come to yet. Give its `WebSocket` to the client, or `install()` it. Throws nothing. */
export function createFakeServer(options: FakeServerOptions = {}): FakeServer {
  return new InMemory(options);
}

interface Client {
  send(frame: ServerFrame): void;
  close(code: number): void;
  /** The page's own name for itself. */
  instance: string | null;
  session: { readonly token: string; readonly visit: Visit; conversation: ServedConversation } | null;
  following: boolean;
}

/** A visitor: where they are, and everywhere they have been. */
interface Visit {
  current: ServedConversation;
  readonly all: ServedConversation[];
  /** By the id that the visitor began it with. */
  readonly begun: Map<string, ServedConversation>;
  readonly erased: Set<string>;
}

class InMemory implements FakeServer {
  readonly WebSocket: WebSocketLike;
  readonly received: ClientFrame[] = [];
  readonly sent: ServerFrame[] = [];
  readonly conversations: ServedConversation[] = [];
  connectionsEver = 0;
  private readonly clients = new Set<Client>();
  /** Pages whose tab was killed. */
  private readonly killed = new Set<string>();
  private readonly sessions = new Map<string, Visit>();
  private readonly withdrawn = new Set<Visit>();
  private numbers = 0;
  private delayMs = 0;
  private acksToDrop = 0;
  private isReachable = true;
  private underway = 0;
  private waiting: (() => void)[] = [];

  constructor(private readonly options: FakeServerOptions) {
    this.WebSocket = fakeWebSocket({
      accept: (line) => (this.isReachable ? this.accept(line) : null),
      delayMs: () => this.delayMs,
      underway: () => {
        this.underway += 1;
        return () => this.arrived();
      },
    });
  }

  install(): () => void {
    const before = globalThis.WebSocket;
    globalThis.WebSocket = this.WebSocket as unknown as typeof WebSocket;
    return () => {
      globalThis.WebSocket = before;
    };
  }

  get conversation(): ServedConversation {
    const last = this.conversations.at(-1);
    if (!last) throw new Error('No visitor has come yet: connect a client, then await settled().');
    return last;
  }

  get connections(): number {
    return this.clients.size;
  }

  async settled(): Promise<void> {
    // A client that has just needed one of its features has asked for the same code, before us.
    await loadEveryFeature();
    // And for what functions of the page are carried out on, after the feature that needs it.
    await import('../core/lazy/client-tools/local-runner.js');
    if (this.underway > 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  dropAcks(count = 1): void {
    this.acksToDrop += count;
  }

  delay(ms: number): void {
    this.delayMs = ms;
  }

  killConnections(code: number = CLOSE.network.code): void {
    for (const client of this.clients) client.close(code);
  }

  killTab(): void {
    const last = [...this.clients].at(-1);
    if (!last) throw new Error('No page is connected: connect a client, then await settled().');
    if (last.instance !== null) this.killed.add(last.instance);
    this.clients.delete(last);
    last.close(CLOSE.network.code);
    last.session?.conversation.lose(last);
  }

  reachable(yes: boolean): void {
    this.isReachable = yes;
    if (!yes) this.killConnections();
  }

  drain(windowMs = 0): void {
    for (const client of this.clients) client.send({ t: 'drain', windowMs });
  }

  // ── the protocol ─────────────────────────────────────────────────────────────────────────────────────────────────

  private accept(line: FakeLine): { received(frame: unknown): void; closed(): void } {
    const client: Client = {
      send: (frame) => this.send(line, frame),
      close: line.close,
      instance: null,
      session: null,
      following: false,
    };
    this.clients.add(client);
    this.connectionsEver += 1;
    return {
      // What a killed tab had sent last is lost with it.
      received: (frame) => this.clients.has(client) && this.receive(client, frame as ClientFrame),
      closed: () => this.clients.delete(client),
    };
  }

  private receive(client: Client, frame: ClientFrame): void {
    this.received.push(frame);
    if (frame.t === 'hello') return this.hello(client, frame);
    if (!client.session) return client.close(CLOSE.malformed.code);
    const { visit } = client.session;
    const conversation =
      'conversation' in frame && frame.conversation !== null
        ? this.owned(visit, frame.conversation)
        : client.session.conversation;
    if (!conversation) return this.refuseForeign(client, frame);
    switch (frame.t) {
      case 'follow':
        return this.follow(client, conversation, frame.epoch === conversation.epoch ? (frame.seq ?? null) : null);
      case 'list':
        return client.send({ t: 'conversations', id: frame.id, conversations: summariesOf(visit) });
      case 'open': {
        const wanted = frame.conversation === null ? this.begin(visit, frame.id) : conversation;
        visit.current = wanted;
        client.session.conversation = wanted;
        client.send({ t: 'opened', id: frame.id, conversation: wanted.id });
        return this.follow(client, wanted, null);
      }
      case 'erase':
        return this.erase(visit, conversation);
      case 'withdraw':
        for (const each of visit.all) if (each.handler !== 'closed') each.close();
        this.withdrawn.add(visit);
        for (const each of [...this.clients])
          if (each.session?.visit === visit) each.close(CLOSE.consentWithdrawn.code);
        return;
      case 'append':
        return this.append(client, conversation, frame);
      case 'sync': {
        const after = conversation.log.slice(frame.after);
        return this.page(
          client,
          conversation,
          frame.id,
          after.slice(0, FRAME_LIMITS.historyPage),
          after.length > FRAME_LIMITS.historyPage,
        );
      }
      case 'history': {
        const before = conversation.log.slice(0, frame.before - 1);
        return this.page(
          client,
          conversation,
          frame.id,
          before.slice(-FRAME_LIMITS.historyPage),
          before.length > FRAME_LIMITS.historyPage,
        );
      }
      case 'search':
        return client.send({ t: 'found', id: frame.id, hits: conversation.find(frame.text), more: false });
      case 'stop':
        return conversation.stop();
      case 'read':
        conversation.read = Math.max(conversation.read, frame.seq);
        return this.toAll(conversation, { t: 'read', conversation: conversation.id, seq: conversation.read });
      case 'ping':
        return client.send({ t: 'pong', n: frame.n });
      case 'tools':
      case 'tools.focus':
      case 'tool.claim':
      case 'tool.refuse':
      case 'tool.decide':
      case 'tool.started':
      case 'tool.progress':
      case 'tool.result':
        return conversation.hearTool(client, frame);
      case 'typing':
      case 'context':
      case 'pong':
        return;
    }
  }

  private hello(client: Client, frame: HelloFrame): void {
    client.instance = frame.instance;
    if (this.killed.has(frame.instance)) return client.close(CLOSE.network.code);
    const version = frame.v.find((each) => (PROTOCOL_VERSIONS as readonly number[]).includes(each));
    if (version === undefined) return client.close(CLOSE.versionUnsupported.code);
    if (this.options.requireConsent && !frame.consent) return client.close(CLOSE.consentRequired.code);
    const known = frame.session === null ? undefined : this.sessions.get(frame.session);
    if (frame.session !== null && !known) return client.close(CLOSE.sessionExpired.code);
    if (known && this.withdrawn.has(known)) return client.close(CLOSE.consentWithdrawn.code);
    const visit = known ?? this.beginVisit();
    const token = known ? (frame.session as string) : `cws_${this.number().padStart(43, '0')}`;
    this.sessions.set(token, visit);
    const was = frame.cursor?.conversation;
    if (was !== undefined && visit.erased.has(was)) client.send({ t: 'erased', conversation: was });
    const conversation = (was !== undefined && this.owned(visit, was)) || visit.current;
    client.session = { token, visit, conversation };
    client.send({
      t: 'welcome',
      v: version,
      session: token,
      visitor: conversation.visitor,
      conversation: conversation.id,
      now: Date.now(),
      limits: WELCOME_LIMITS,
    });
    const continues = was === conversation.id && frame.cursor?.epoch === conversation.epoch;
    this.follow(client, conversation, continues ? frame.cursor.seq : null);
  }

  /** From `seq` on, or the end of the log as a snapshot. */
  private follow(client: Client, conversation: ServedConversation, seq: number | null): void {
    const { id, epoch, log, read, handler, seen, standing } = conversation;
    const replays = seq !== null && seq <= log.length && log.length - seq <= FRAME_LIMITS.replayEvents;
    const from = replays ? seq + 1 : Math.max(1, log.length - FRAME_LIMITS.snapshotEvents + 1);
    const mode = replays ? 'replay' : 'snapshot';
    const frames: ServerFrame[] = [
      { t: 'following', conversation: id, epoch, head: log.length, mode, from, read, handler },
    ];
    for (let at = from - 1; at < log.length; at += FRAME_LIMITS.eventsPerFrame)
      frames.push({ t: 'events', conversation: id, epoch, events: log.slice(at, at + FRAME_LIMITS.eventsPerFrame) });
    frames.push(...conversation.pieces(), { t: 'live', conversation: id, head: log.length });
    if (seen > 0) frames.push({ t: 'seen', conversation: id, seq: seen });
    frames.push(...standing);
    client.following = true;
    for (const frame of frames) client.send(frame);
  }

  private append(
    client: Client,
    conversation: ServedConversation,
    { clientId, body }: Extract<ClientFrame, { t: 'append' }>,
  ): void {
    const isDropped = this.acksToDrop > 0;
    if (isDropped) {
      this.acksToDrop -= 1;
      client.following = false;
    }
    const result = conversation.append(clientId, body);
    if (!result.ok) return this.refuse(client, clientId, result.code);
    const { seq, at } = result.event;
    const ack: ServerFrame = { t: 'ack', conversation: conversation.id, clientId, seq, at };
    if (!isDropped) client.send(result.duplicate ? { ...ack, duplicate: true } : ack);
    if (result.duplicate || body.kind !== 'message' || conversation.handler !== 'agent') return;
    const answer = this.options.answer?.(body.text);
    if (typeof answer === 'string') conversation.answer(answer);
  }

  private refuse(client: Client, re: string, code: RequestErrorCode): void {
    const { message, retry } = REQUEST_ERRORS[code];
    client.send({ t: 'error', re, code, message, retry });
  }

  private page(
    client: Client,
    { id: conversation, epoch }: ServedConversation,
    id: string,
    events: readonly LogEvent[],
    more: boolean,
  ): void {
    client.send({ t: 'page', id, conversation, epoch, events, more });
  }

  private owned(visit: Visit, id: string): ServedConversation | null {
    return visit.all.find((each) => each.id === id) ?? null;
  }

  /** What concerns a conversation that is not, or no longer, this visitor's. */
  private refuseForeign(client: Client, frame: ClientFrame): void {
    if (!('conversation' in frame) || frame.conversation === null) return;
    if (client.session?.visit.erased.has(frame.conversation))
      client.send({ t: 'erased', conversation: frame.conversation });
    const re = 'clientId' in frame ? frame.clientId : 'id' in frame ? frame.id : frame.conversation;
    if (frame.t !== 'stop' && frame.t !== 'typing') this.refuse(client, re, 'not_found');
  }

  private begin(visit: Visit, key: string): ServedConversation {
    const begun = visit.begun.get(key) ?? this.beginConversation(visit.current.visitor);
    visit.begun.set(key, begun);
    if (!visit.all.includes(begun)) visit.all.push(begun);
    return begun;
  }

  private erase(visit: Visit, conversation: ServedConversation): void {
    visit.erased.add(conversation.id);
    visit.all.splice(visit.all.indexOf(conversation), 1);
    if (visit.current === conversation) {
      visit.current = this.beginConversation(conversation.visitor);
      visit.all.push(visit.current);
    }
    for (const client of [...this.clients]) {
      if (client.session?.visit !== visit) continue;
      client.send({ t: 'erased', conversation: conversation.id });
      if (client.session.conversation === conversation) client.close(CLOSE.insufficientState.code);
    }
  }

  private beginVisit(): Visit {
    const current = this.beginConversation({ kind: 'visitor', id: this.mint('ctc') });
    return { current, all: [current], begun: new Map(), erased: new Set() };
  }

  private beginConversation(visitor: Author): ServedConversation {
    const id = this.mint('cnv');
    const conversation: ServedConversation = new ServedConversation(
      id,
      visitor,
      (frame) => this.toAll(conversation, frame),
      (prefix) => this.mint(prefix),
      () => [...this.clients].filter(({ session }) => session?.conversation === conversation),
    );
    this.conversations.push(conversation);
    return conversation;
  }

  private send(line: FakeLine, frame: ServerFrame): void {
    this.sent.push(frame);
    line.send(frame);
  }

  private toAll(conversation: ServedConversation, frame: ServerFrame): void {
    for (const client of this.clients)
      if (client.following && client.session?.conversation === conversation) client.send(frame);
  }

  private mint(prefix: string): string {
    return `${prefix}_${this.number().padStart(20, '0')}`;
  }

  private number(): string {
    this.numbers += 1;
    return String(this.numbers);
  }

  private arrived(): void {
    this.underway -= 1;
    if (this.underway > 0) return;
    const resolves = this.waiting;
    this.waiting = [];
    for (const resolve of resolves) resolve();
  }
}

function summariesOf({ all }: Visit): ConversationSummary[] {
  return all
    .filter(({ log }) => log.length > 0)
    .map(({ id, log, read, handler }): ConversationSummary => {
      const last = log.findLast(({ body }) => 'text' in body)?.body;
      const text = last && 'text' in last ? last.text.slice(0, CONVERSATION_LIMITS.summaryLength) : '';
      const unread = log.filter((event) => event.seq > read && countsAsUnread(event)).length;
      return { conversation: id, text, at: (log.findLast(isFinishedMessage) ?? log.at(-1))?.at ?? 0, unread, handler };
    })
    .sort((a, b) => b.at - a.at);
}
