import {
  type AppendBody,
  type Author,
  createFormAnswer,
  fillForm,
  formAnswerToText,
  type Handler,
  isBlank,
  type LogBody,
  type LogEvent,
  MESSAGE_LIMITS,
  nextHandler,
  type Part,
  type RequestErrorCode,
  readFormAnswer,
  readParts,
  SEARCH_LIMITS,
  type SearchHit,
  type ServerFrame,
  type ToolClientFrame,
  type ToolManifest,
  truncate,
} from '@service/protocol';
import type { FakeAnswer, FakeConversation, FakeStream } from './fake-conversation-api.js';
import { type FakePage, FakeToolCalls, type FakeToolResult } from './fake-tool-calls.js';

const AGENT: Author = { kind: 'ai', id: 'agent', name: 'Assistant' };

/** After these, the agent has nothing more to say. */
const ENDS_ANSWERS: readonly string[] = ['handoff.requested', 'handoff.accepted', 'conversation.closed'];

export type Appended =
  | { readonly ok: true; readonly event: LogEvent; readonly duplicate: boolean }
  | { readonly ok: false; readonly code: RequestErrorCode };

/** A log with the guarantees of the protocol (no gaps, one event per client id), and the methods that the fake server calls. */
export class ServedConversation implements FakeConversation {
  readonly log: LogEvent[] = [];
  readonly epoch = 'epoch-0001';
  handler: Handler = 'agent';
  read = 0;
  /** How far people have seen the log. */
  seen = 0;
  /** The last frame about the queue, while the visitor waits. */
  queue: ServerFrame[] = [];
  private readonly person: Author = { kind: 'human', id: 'opr_0000000000000000', name: 'Kim' };
  private readonly streams = new Map<string, { readonly run: string; text: string }>();
  private readonly calls: FakeToolCalls;
  private answers = 0;

  constructor(
    readonly id: string,
    readonly visitor: Author,
    private readonly broadcast: (frame: ServerFrame) => void,
    private readonly newId: (prefix: string) => string,
    pages: () => readonly FakePage[],
  ) {
    const writers = { agent: AGENT, visitor, system: { kind: 'system', id: 'tools' } } as const;
    this.calls = new FakeToolCalls({
      conversation: id,
      pages,
      newId,
      append: (by, about, body) => void this.commit(writers[by], `tool:${about}`, body),
    });
  }

  get tools(): readonly ToolManifest[] {
    return this.calls.offered();
  }

  get instructions(): string | null {
    return this.calls.instructions();
  }

  callTool(name: string, args: object = {}): Promise<FakeToolResult> {
    return this.calls.call(name, args);
  }

  answer(text: string, answer: FakeAnswer = {}): void {
    const stream = this.beginAnswer();
    stream.write(text);
    stream.complete(answer);
  }

  beginAnswer(): FakeStream {
    const message = this.newId('msg');
    const run = this.newId('run');
    const running = { run, text: '' };
    this.streams.set(message, running);
    this.commit(AGENT, `${run}:started`, { kind: 'answer.started', message, run, attempt: 1 });
    const isOver = (): boolean => !this.streams.has(message);
    return {
      write: (text) => {
        if (isOver()) return;
        const from = running.text.length;
        running.text += text;
        this.broadcast({ t: 'delta', conversation: this.id, message, run, attempt: 1, from, text });
      },
      complete: ({ outcome = 'answered', citations = [], offerPerson = false, parts } = {}) => {
        if (isOver()) return;
        this.streams.delete(message);
        const { text } = running;
        const body = { kind: 'answer.completed', message, run, text, outcome, citations, offerPerson } as const;
        this.commit(AGENT, `${run}:completed`, { ...body, ...(parts && { parts: JSON.stringify(parts) }) });
      },
    };
  }

  /** A person takes the conversation, if none has, and writes. */
  say(text: string, name?: string, parts?: readonly Part[]): void {
    const by = name === undefined ? this.person : { ...this.person, name };
    if (this.handler !== 'human') this.commit(by, this.nextId(), { kind: 'handoff.accepted' });
    this.commit(by, this.nextId(), { kind: 'message', text, ...(parts && { parts: JSON.stringify(parts) }) });
  }

  endHandoff(): void {
    this.commit(this.person, this.nextId(), { kind: 'handoff.ended' });
  }

  close(): void {
    this.commit(this.person, this.nextId(), { kind: 'conversation.closed' });
  }

  /** A person opens the conversation and sees all of it. */
  markSeen(): void {
    this.seen = this.log.length;
    this.broadcast({ t: 'seen', conversation: this.id, seq: this.seen });
  }

  setQueue(place: number | null, attended = true): void {
    if (this.handler !== 'queued')
      throw new Error('The visitor does not wait for a person: call client.requestHuman() first.');
    const frame: ServerFrame = { t: 'line', conversation: this.id, place, attended };
    this.queue = [frame];
    this.broadcast(frame);
  }

  /** A person begins or stops typing. */
  type(on = true): void {
    this.broadcast({ t: 'typing', conversation: this.id, who: this.person, on });
  }

  // ── what the server calls ────────────────────────────────────────────────────────────────────────────────────────

  append(clientId: string, given: AppendBody): Appended {
    const body = this.described(given);
    if ('refused' in body) return { ok: false, code: body.refused };
    const known = this.log.find((event) => event.clientId === clientId && event.by.id === this.visitor.id);
    if (known) {
      const same = JSON.stringify(known.body) === JSON.stringify(body);
      return same ? { ok: true, event: known, duplicate: true } : { ok: false, code: 'idempotency_conflict' };
    }
    if (this.handler === 'closed') return { ok: false, code: 'conversation_closed' };
    if (given.kind === 'message' && given.filled && this.isFilled(given.filled.form))
      return { ok: false, code: 'form_answered' };
    if (body.kind === 'message' && isBlank(body.text) && !body.attachments) return { ok: false, code: 'empty' };
    if (body.kind === 'message' && body.text.length > MESSAGE_LIMITS.textLength)
      return { ok: false, code: 'too_large' };
    const event = this.commit(this.visitor, clientId, body);
    // A message supersedes calls that wait for a confirmation.
    if (body.kind === 'message' && this.handler === 'agent') this.calls.cancel('superseded');
    return { ok: true, event, duplicate: false };
  }

  /** A page is gone for good, with its running calls. */
  lose(page: FakePage): void {
    this.calls.lose(page);
  }

  receiveToolFrame(page: FakePage, frame: ToolClientFrame): void {
    this.calls.receive(page, frame);
  }

  /** Finds any part of a text. The real server finds words and their beginnings. */
  find(text: string): readonly SearchHit[] {
    const hits = this.log.flatMap(({ seq, at, by, body }): readonly SearchHit[] => {
      const excerpt = 'text' in body ? truncate(body.text, SEARCH_LIMITS.excerptLength) : '';
      const from = excerpt.toLowerCase().indexOf(text.toLowerCase());
      if (from < 0 || text === '' || by.kind === 'system') return [];
      const name = by.name !== undefined && { name: by.name };
      return [{ conversation: this.id, seq, at, by: by.kind, ...name, excerpt, marks: [[from, from + text.length]] }];
    });
    return hits.reverse().slice(0, SEARCH_LIMITS.hits);
  }

  /** Ends the running answers, and the calls that they wait for. */
  stop(reason: 'stopped' | 'handoff' = 'stopped'): void {
    this.calls.cancel('cancelled');
    for (const [message, { run, text }] of [...this.streams]) {
      this.streams.delete(message);
      this.commit(AGENT, `${run}:stopped`, { kind: 'answer.interrupted', message, run, text, reason });
    }
  }

  /** The running answers so far, for a client that begins to follow in the middle of one. */
  pieces(): ServerFrame[] {
    return [...this.streams].map(([message, { run, text }]) => {
      return { t: 'delta', conversation: this.id, message, run, attempt: 1, from: 0, text };
    });
  }

  private isFilled(form: number): boolean {
    return this.log.some(({ body }) => body.kind === 'message' && readFormAnswer(body.parts ?? '')?.form === form);
  }

  /** There are no uploads: attachments are stored with made-up properties. */
  private described(given: AppendBody): LogBody | { readonly refused: RequestErrorCode } {
    if (given.kind !== 'message') return given;
    const { attachments = [], filled, ...rest } = given;
    if (filled) {
      const asked = this.log[filled.form - 1]?.body;
      const parts = asked && 'parts' in asked ? readParts(asked.parts ?? '') : [];
      const form = parts.find((part) => part.type === 'form');
      if (!form) return { refused: 'form_gone' };
      const read = fillForm(form, filled.values);
      if (!read.ok) return { refused: 'form_invalid' };
      const answer = createFormAnswer(form, filled.form, read.values);
      return { kind: 'message', text: formAnswerToText(answer), parts: JSON.stringify([answer]) };
    }
    if (attachments.length === 0) return rest;
    return { ...rest, attachments: attachments.map((id) => ({ id, name: 'file.txt', type: 'text/plain', size: 1 })) };
  }

  private commit(by: Author, clientId: string, body: LogBody): LogEvent {
    const event: LogEvent = { seq: this.log.length + 1, at: Date.now(), by, clientId, body };
    this.log.push(event);
    this.handler = nextHandler(this.handler, body);
    if (this.handler !== 'queued') this.queue = [];
    this.broadcast({ t: 'events', conversation: this.id, epoch: this.epoch, events: [event] });
    if (ENDS_ANSWERS.includes(body.kind)) this.stop('handoff');
    return event;
  }

  private nextId(): string {
    this.answers += 1;
    return `person-${this.answers}`.padEnd(12, '-');
  }
}
