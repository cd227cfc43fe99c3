import {
  type Author,
  CLOSE,
  type ClientFrame,
  FRAME_LIMITS,
  type HelloFrame,
  type LogEvent,
  PROTOCOL_VERSIONS,
  REQUEST_ERRORS,
  type RequestErrorCode,
  type ServerFrame,
  WELCOME_LIMITS,
} from '@service/protocol';
import { clientFrameSchema } from '@service/protocol/schema';
import type { ZodError } from 'zod';
import { ServedConversation } from './fake-conversation.js';
import type { FakeServerOptions } from './fake-server-api.js';
import { conversationOf, type FakeClient, type FakeVisit, summariesOf } from './fake-visit.js';

/** How long the session of a visitor is good whom a token has named. */
const IDENTIFIED_MS = 3_600_000;

/** The state and the switches of the server. */
export interface FakeHost {
  readonly options: FakeServerOptions;
  readonly clients: Set<FakeClient>;
  readonly conversations: ServedConversation[];
  readonly received: ClientFrame[];
  /** Pages whose tab was killed. */
  readonly killed: ReadonlySet<string>;
  /** True: this message gets no ack. */
  takeDroppedAck(): boolean;
  /** Unique. */
  nextNumber(): string;
}

/** Answers frames as the real server: an append is stored once, the log has no gaps, a client gets what it missed. */
export class FakeProtocol {
  private readonly sessions = new Map<string, FakeVisit>();
  private readonly withdrawn = new Set<FakeVisit>();

  constructor(private readonly host: FakeHost) {}

  receive(client: FakeClient, frame: ClientFrame): void {
    this.host.received.push(frame);
    const read = clientFrameSchema.safeParse(frame);
    if (!read.success) return this.refuseUnreadable(client, frame, read.error);
    if (frame.t === 'hello') return this.hello(client, frame);
    if (!client.session) return client.close(CLOSE.malformed.code);
    const { visit } = client.session;
    const conversation =
      'conversation' in frame && frame.conversation !== null
        ? conversationOf(visit, frame.conversation)
        : client.session.conversation;
    if (!conversation) return this.refuseForeign(client, frame);
    switch (frame.t) {
      case 'follow':
        return this.follow(client, conversation, frame.epoch === conversation.epoch ? (frame.seq ?? null) : null);
      case 'list':
        return client.send({ t: 'conversations', id: frame.id, conversations: summariesOf(visit) });
      case 'open':
        return this.open(
          client,
          frame.id,
          frame.conversation === null ? this.startConversation(visit, frame.id) : conversation,
        );
      case 'erase':
        return this.erase(visit, conversation);
      case 'withdraw':
        return this.withdraw(visit);
      case 'append':
        return this.append(client, conversation, frame);
      case 'sync':
        return this.sendPage(client, conversation, frame.id, conversation.log.slice(frame.after), 'first');
      case 'history':
        return this.sendPage(client, conversation, frame.id, conversation.log.slice(0, frame.before - 1), 'last');
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
        return conversation.receiveToolFrame(client, frame);
      case 'typing':
      case 'context':
      case 'pong':
        return;
    }
  }

  /** As the real server: a first frame that can't be read ends the connection, the third one of the others does. */
  private refuseUnreadable(client: FakeClient, frame: ClientFrame, { issues }: ZodError): void {
    const [issue] = issues;
    console.warn(`[createFakeServer] ${frame.t}: ${issue?.path.join('.')}: ${issue?.message}`);
    client.badFrames += 1;
    if (!client.session || client.badFrames >= FRAME_LIMITS.badFrames)
      client.close(CLOSE.malformed.code, CLOSE.malformed.meaning);
    else this.refuse(client, 'clientId' in frame ? frame.clientId : 'id' in frame ? frame.id : undefined, 'bad_frame');
  }

  private hello(client: FakeClient, frame: HelloFrame): void {
    client.instance = frame.instance;
    if (this.host.killed.has(frame.instance)) return client.close(CLOSE.network.code);
    const version = frame.v.find((each) => (PROTOCOL_VERSIONS as readonly number[]).includes(each));
    if (version === undefined) return client.close(CLOSE.versionUnsupported.code);
    if (this.host.options.requireConsent && !frame.consent) return client.close(CLOSE.consentRequired.code);
    const known = frame.session === null ? undefined : this.sessions.get(frame.session);
    if (frame.session !== null && !known) return client.close(CLOSE.sessionExpired.code);
    if (known && this.withdrawn.has(known)) return client.close(CLOSE.consentWithdrawn.code);
    const visit = known ?? this.startVisit();
    const token = known ? (frame.session as string) : `cws_${this.host.nextNumber().padStart(43, '0')}`;
    this.sessions.set(token, visit);
    const was = frame.cursor?.conversation;
    if (was !== undefined && visit.erased.has(was)) client.send({ t: 'erased', conversation: was });
    const conversation = (was !== undefined && conversationOf(visit, was)) || visit.current;
    client.session = { token, visit, conversation };
    client.send({
      t: 'welcome',
      v: version,
      session: token,
      visitor: conversation.visitor,
      conversation: conversation.id,
      ...(frame.identity && { identified: { until: Date.now() + IDENTIFIED_MS } }),
      ...(this.host.options.visitorPage && { page: this.host.options.visitorPage }),
      now: Date.now(),
      limits: WELCOME_LIMITS,
    });
    const continues = was === conversation.id && frame.cursor?.epoch === conversation.epoch;
    this.follow(client, conversation, continues ? frame.cursor.seq : null);
  }

  /** A replay from `seq` on, or the end of the log as a snapshot. */
  private follow(client: FakeClient, conversation: ServedConversation, seq: number | null): void {
    const { id, epoch, log, read, handler, seen, queue } = conversation;
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
    frames.push(...queue);
    client.following = true;
    for (const frame of frames) client.send(frame);
  }

  private append(
    client: FakeClient,
    conversation: ServedConversation,
    { clientId, body }: Extract<ClientFrame, { t: 'append' }>,
  ): void {
    const isDropped = this.host.takeDroppedAck();
    if (isDropped) client.following = false;
    const result = conversation.append(clientId, body);
    if (!result.ok) return this.refuse(client, clientId, result.code);
    const { seq, at } = result.event;
    const ack: ServerFrame = { t: 'ack', conversation: conversation.id, clientId, seq, at };
    if (!isDropped) client.send(result.duplicate ? { ...ack, duplicate: true } : ack);
    if (result.duplicate || body.kind !== 'message' || conversation.handler !== 'agent') return;
    const answer = this.host.options.answer?.(body.text);
    if (typeof answer === 'string') conversation.answer(answer);
  }

  private open(client: FakeClient, id: string, conversation: ServedConversation): void {
    if (!client.session) return;
    client.session.visit.current = conversation;
    client.session.conversation = conversation;
    client.send({ t: 'opened', id, conversation: conversation.id });
    this.follow(client, conversation, null);
  }

  private withdraw(visit: FakeVisit): void {
    for (const each of visit.all) if (each.handler !== 'closed') each.close();
    this.withdrawn.add(visit);
    for (const each of [...this.host.clients])
      if (each.session?.visit === visit) each.close(CLOSE.consentWithdrawn.code);
  }

  private sendPage(
    client: FakeClient,
    { id: conversation, epoch }: ServedConversation,
    id: string,
    all: readonly LogEvent[],
    part: 'first' | 'last',
  ): void {
    const most = FRAME_LIMITS.historyPage;
    const events = part === 'first' ? all.slice(0, most) : all.slice(-most);
    client.send({ t: 'page', id, conversation, epoch, events, more: all.length > most });
  }

  private refuse(client: FakeClient, re: string | undefined, code: RequestErrorCode): void {
    const { message, retry } = REQUEST_ERRORS[code];
    client.send({ t: 'error', ...(re !== undefined && { re }), code, message, retry });
  }

  /** The conversation is not, or no longer, this visitor's. */
  private refuseForeign(client: FakeClient, frame: ClientFrame): void {
    if (!('conversation' in frame) || frame.conversation === null) return;
    if (client.session?.visit.erased.has(frame.conversation))
      client.send({ t: 'erased', conversation: frame.conversation });
    const re = 'clientId' in frame ? frame.clientId : 'id' in frame ? frame.id : frame.conversation;
    if (frame.t !== 'stop' && frame.t !== 'typing') this.refuse(client, re, 'not_found');
  }

  private startConversation(visit: FakeVisit, key: string): ServedConversation {
    const started = visit.started.get(key) ?? this.newConversation(visit.current.visitor);
    visit.started.set(key, started);
    if (!visit.all.includes(started)) visit.all.push(started);
    return started;
  }

  private erase(visit: FakeVisit, conversation: ServedConversation): void {
    visit.erased.add(conversation.id);
    visit.all.splice(visit.all.indexOf(conversation), 1);
    if (visit.current === conversation) {
      visit.current = this.newConversation(conversation.visitor);
      visit.all.push(visit.current);
    }
    for (const client of [...this.host.clients]) {
      if (client.session?.visit !== visit) continue;
      client.send({ t: 'erased', conversation: conversation.id });
      if (client.session.conversation === conversation) client.close(CLOSE.insufficientState.code);
    }
  }

  private startVisit(): FakeVisit {
    const current = this.newConversation({ kind: 'visitor', id: this.newId('ctc') });
    return { current, all: [current], started: new Map(), erased: new Set() };
  }

  private newConversation(visitor: Author): ServedConversation {
    const id = this.newId('cnv');
    const conversation: ServedConversation = new ServedConversation(
      id,
      visitor,
      (frame) => this.toAll(conversation, frame),
      (prefix) => this.newId(prefix),
      () => [...this.host.clients].filter(({ session }) => session?.conversation === conversation),
    );
    this.host.conversations.push(conversation);
    return conversation;
  }

  private toAll(conversation: ServedConversation, frame: ServerFrame): void {
    for (const client of this.host.clients)
      if (client.following && client.session?.conversation === conversation) client.send(frame);
  }

  private newId(prefix: string): string {
    return `${prefix}_${this.host.nextNumber().padStart(20, '0')}`;
  }
}
