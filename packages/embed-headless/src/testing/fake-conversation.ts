/**
 * One visitor's conversation in the fake server: the log as the protocol promises it, numbered without gaps and with one
 * entry for each client id, and a hand on the other side, so that a test is the agent and the people who answer.
 */
import {
  type AnswerOutcome,
  type AppendBody,
  type Author,
  type Citation,
  type Handler,
  LIMITS,
  type LogBody,
  type LogEvent,
  nextHandler,
  type RequestErrorCode,
  type ServerFrame,
} from '@service/protocol';

const AGENT: Author = { kind: 'ai', id: 'agent', name: 'Assistant' };

export interface FakeAnswer {
  /** Default `answered`. */
  readonly outcome?: AnswerOutcome;
  readonly citations?: readonly Citation[];
  readonly offerPerson?: boolean;
}

/** An answer that is being written. */
export interface FakeStream {
  /** The next piece of the text. */
  write(text: string): void;
  /** Ends it with all that was written. */
  complete(answer?: FakeAnswer): void;
}

export type Appended =
  | { readonly ok: true; readonly event: LogEvent; readonly duplicate: boolean }
  | { readonly ok: false; readonly code: RequestErrorCode };

export class FakeConversation {
  readonly log: LogEvent[] = [];
  readonly epoch = 'epoch-0001';
  handler: Handler = 'agent';
  read = 0;
  private readonly person: Author = { kind: 'human', id: 'opr_0000000000000000', name: 'Kim' };
  private readonly streams = new Map<string, { readonly run: string; text: string }>();
  private answers = 0;

  constructor(
    readonly id: string,
    readonly visitor: Author,
    private readonly tell: (frame: ServerFrame) => void,
    private readonly mint: (prefix: string) => string,
  ) {}

  /** What the agent answers, all at once. */
  answer(text: string, answer: FakeAnswer = {}): void {
    const stream = this.beginAnswer();
    stream.write(text);
    stream.complete(answer);
  }

  /** Begins an answer; its pieces follow as the test writes them. */
  beginAnswer(): FakeStream {
    const message = this.mint('msg');
    const run = this.mint('run');
    const running = { run, text: '' };
    this.streams.set(message, running);
    this.commit(AGENT, `${run}:started`, { kind: 'answer.started', message, run, attempt: 1 });
    const isOver = (): boolean => !this.streams.has(message);
    return {
      write: (text) => {
        if (isOver()) return;
        const from = running.text.length;
        running.text += text;
        this.tell({ t: 'delta', conversation: this.id, message, run, attempt: 1, from, text });
      },
      complete: ({ outcome = 'answered', citations = [], offerPerson = false } = {}) => {
        if (isOver()) return;
        this.streams.delete(message);
        const { text } = running;
        const body = { kind: 'answer.completed', message, run, text, outcome, citations, offerPerson } as const;
        this.commit(AGENT, `${run}:completed`, body);
      },
    };
  }

  /** A person takes the conversation, if none has, and writes. */
  say(text: string, name?: string): void {
    const by = name === undefined ? this.person : { ...this.person, name };
    if (this.handler !== 'human') this.commit(by, this.nextId(), { kind: 'handoff.accepted' });
    this.commit(by, this.nextId(), { kind: 'message', text });
  }

  /** The person is done; the agent answers again. */
  giveBack(): void {
    this.commit(this.person, this.nextId(), { kind: 'handoff.ended' });
  }

  close(): void {
    this.commit(this.person, this.nextId(), { kind: 'conversation.closed' });
  }

  /** A person begins or stops typing. */
  type(on = true): void {
    this.tell({ t: 'typing', conversation: this.id, who: this.person, on });
  }

  // ── what the server calls ────────────────────────────────────────────────────────────────────────────────────────

  append(clientId: string, given: AppendBody): Appended {
    const body = described(given);
    const known = this.log.find((event) => event.clientId === clientId && event.by.id === this.visitor.id);
    if (known) {
      const same = JSON.stringify(known.body) === JSON.stringify(body);
      return same ? { ok: true, event: known, duplicate: true } : { ok: false, code: 'idempotency_conflict' };
    }
    if (this.handler === 'closed') return { ok: false, code: 'conversation_closed' };
    if (body.kind === 'message' && body.text.trim() === '' && !body.attachments) return { ok: false, code: 'empty' };
    if (body.kind === 'message' && body.text.length > LIMITS.textLength) return { ok: false, code: 'too_large' };
    return { ok: true, event: this.commit(this.visitor, clientId, body), duplicate: false };
  }

  /** Ends the running answers. */
  stop(reason: 'stopped' | 'handoff' = 'stopped'): void {
    for (const [message, { run, text }] of [...this.streams]) {
      this.streams.delete(message);
      this.commit(AGENT, `${run}:stopped`, { kind: 'answer.interrupted', message, run, text, reason });
    }
  }

  /** Pieces so far, for who begins to follow in the middle of an answer. */
  pieces(): ServerFrame[] {
    return [...this.streams].map(([message, { run, text }]) => {
      return { t: 'delta', conversation: this.id, message, run, attempt: 1, from: 0, text };
    });
  }

  private commit(by: Author, clientId: string, body: LogBody): LogEvent {
    const event: LogEvent = { seq: this.log.length + 1, at: Date.now(), by, clientId, body };
    this.log.push(event);
    this.handler = nextHandler(this.handler, body);
    this.tell({ t: 'events', conversation: this.id, epoch: this.epoch, events: [event] });
    if (body.kind === 'handoff.requested') this.stop('handoff');
    return event;
  }

  private nextId(): string {
    this.answers += 1;
    return `person-${this.answers}`.padEnd(12, '-');
  }
}

/** The fake takes no files in; a message that names some is stored with files that it knows nothing of. */
function described(body: AppendBody): LogBody {
  if (body.kind !== 'message') return body;
  const { attachments = [], ...rest } = body;
  if (attachments.length === 0) return rest;
  return { ...rest, attachments: attachments.map((id) => ({ id, name: 'file.txt', type: 'text/plain', size: 1 })) };
}
