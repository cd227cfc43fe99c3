/**
 * A server reduced to what the protocol promises: an append-only log with a permanent index on client ids, replay from
 * a number, and an answer for every question. It can lose everything that was not committed, at any moment.
 */
import {
  type ClientFrame,
  type HelloFrame,
  LIMITS,
  type LogBody,
  type LogEvent,
  type ServerFrame,
} from '@service/protocol';
import type { World } from './world.js';

export const CONVERSATION = 'cnv_aaaaaaaaaaaaaaaaaaaa';
const EPOCH = 'epoch-0001';
const TOKEN = `cws_${'t'.repeat(43)}`;
const VISITOR = { kind: 'visitor', id: 'ctc_aaaaaaaaaaaaaaaaaaaa' } as const;
const AGENT = { kind: 'ai', id: 'agent', name: 'Assistant' } as const;

export interface Line {
  toClient(frame: ServerFrame): void;
  cut(code: number): void;
}

/** Ways to break the server on purpose, to prove that the checks would notice. */
export interface Mutation {
  readonly ackBeforeCommit?: boolean;
}

export class LogServer {
  readonly log: LogEvent[] = [];
  readonly acknowledged = new Set<string>();
  private lines = new Map<Line, { following: boolean }>();
  private answers = 0;

  constructor(
    private readonly world: World,
    private readonly mutation: Mutation = {},
  ) {}

  /** Everything not yet committed is gone; every line breaks. Lost answers are owed again. */
  crash(): void {
    for (const line of [...this.lines.keys()]) this.drop(line, 1006);
    this.world.after(50, () => this.answerWhatIsOwed());
  }

  drop(line: Line, code: number): void {
    this.lines.delete(line);
    line.cut(code);
  }

  receive(line: Line, frame: ClientFrame): void {
    if (frame.t === 'hello') return this.hello(line, frame);
    const state = this.lines.get(line);
    if (!state) return;
    switch (frame.t) {
      case 'append':
        return this.append(line, frame.clientId, frame.body);
      case 'sync': {
        const events = this.log.slice(frame.after, frame.after + LIMITS.historyPage);
        return line.toClient({
          t: 'page',
          id: frame.id,
          conversation: CONVERSATION,
          epoch: EPOCH,
          events,
          more: false,
        });
      }
      case 'follow':
        return this.follow(line, frame.seq ?? null);
      case 'ping':
        return line.toClient({ t: 'pong', n: frame.n });
      default:
        return;
    }
  }

  /** What the real gateway does every 25 s. */
  ping(): void {
    for (const line of this.lines.keys())
      line.toClient({ t: 'ping', n: 1, heads: { [CONVERSATION]: this.log.length } });
  }

  private hello(line: Line, frame: HelloFrame): void {
    this.lines.set(line, { following: false });
    line.toClient({
      t: 'welcome',
      v: 1,
      session: TOKEN,
      visitor: VISITOR,
      conversation: CONVERSATION,
      now: this.world.now,
      limits: { frameBytes: 65_536, textLength: 8_000, outboxItems: 100, pingEveryMs: 25_000, pingTimeoutMs: 10_000 },
    });
    this.follow(line, frame.cursor?.epoch === EPOCH ? frame.cursor.seq : null);
  }

  private follow(line: Line, seq: number | null): void {
    const state = this.lines.get(line);
    if (state) state.following = true;
    const head = this.log.length;
    const replay = seq !== null && seq <= head;
    const from = replay ? seq + 1 : Math.max(1, head - LIMITS.snapshotEvents + 1);
    line.toClient({
      t: 'following',
      conversation: CONVERSATION,
      epoch: EPOCH,
      head,
      mode: replay ? 'replay' : 'snapshot',
      from,
      read: 0,
      handler: 'agent',
    });
    const events = this.log.slice(from - 1);
    if (events.length > 0) line.toClient({ t: 'events', conversation: CONVERSATION, epoch: EPOCH, events });
    line.toClient({ t: 'live', conversation: CONVERSATION, head });
  }

  private append(line: Line, clientId: string, body: LogBody): void {
    const known = this.log.find((event) => event.clientId === clientId);
    if (known) return this.ack(line, clientId, known.seq, true);
    if (this.mutation.ackBeforeCommit) this.ack(line, clientId, this.log.length + 1, false);
    // The commit takes a while; a crash may come before it, or between it and the ack.
    this.world.after(this.world.between(0, 20), () => {
      if (!this.lines.has(line)) return;
      const again = this.log.find((event) => event.clientId === clientId);
      const seq = again?.seq ?? this.commit(VISITOR, clientId, body);
      this.world.after(this.world.between(0, 5), () => {
        this.ack(line, clientId, seq, again !== undefined);
        this.answerWhatIsOwed();
      });
    });
  }

  private ack(line: Line, clientId: string, seq: number, duplicate: boolean): void {
    if (!this.lines.has(line)) return;
    this.acknowledged.add(clientId);
    line.toClient({
      t: 'ack',
      conversation: CONVERSATION,
      clientId,
      seq,
      at: this.world.now,
      ...(duplicate && { duplicate: true as const }),
    });
  }

  private commit(by: LogEvent['by'], clientId: string, body: LogBody): number {
    const event: LogEvent = { seq: this.log.length + 1, at: this.world.now, by, clientId, body };
    this.log.push(event);
    for (const [line, { following }] of this.lines) {
      // The bus may lose a live event: the next ping's heads must reveal it.
      if (following && !this.world.chance(0.05)) {
        this.world.after(this.world.between(0, 30), () => {
          if (this.lines.has(line))
            line.toClient({ t: 'events', conversation: CONVERSATION, epoch: EPOCH, events: [event] });
        });
      }
    }
    return event.seq;
  }

  private answerWhatIsOwed(): void {
    const asked = this.log.filter((event) => event.body.kind === 'message').length;
    while (this.answers < asked) {
      this.answers += 1;
      const number = String(this.answers).padStart(20, '0');
      const message = `msg_${number}`;
      const run = `run_${number}`;
      this.commit(AGENT, `${run}:1:started`, { kind: 'answer.started', message, run, attempt: 1 });
      const text = `Answer ${this.answers}`;
      for (const line of this.lines.keys()) {
        line.toClient({
          t: 'delta',
          conversation: CONVERSATION,
          message,
          run,
          attempt: 1,
          from: 0,
          text: text.slice(0, 3),
        });
        if (!this.world.chance(0.2)) {
          line.toClient({
            t: 'delta',
            conversation: CONVERSATION,
            message,
            run,
            attempt: 1,
            from: 3,
            text: text.slice(3),
          });
        }
      }
      const done: LogBody = {
        kind: 'answer.completed',
        message,
        run,
        text,
        outcome: 'answered',
        citations: [],
        offerPerson: false,
      };
      this.commit(AGENT, `${run}:completed`, done);
    }
  }
}
