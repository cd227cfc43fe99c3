/**
 * Visitors write while something dies without warning. Afterwards each acknowledged message is in the log exactly once,
 * every event that a client received is in the log under the same number, the numbers have no gap, and every question has
 * one answer. The stage decides what dies, and how.
 */
import type { LogEvent } from '@service/protocol';
import { expect } from 'vitest';
import { type SeededRandom, seededRandom } from '../../../../test/support/runs/seeded.js';
import { WireClient } from '../support/wire-client.js';

export interface Stage {
  /** Where visitors may come in. A node that is down refuses them, and they try another one. */
  readonly ports: readonly number[];
  /** What happens without warning, each in its turn; resolves once it has happened. */
  readonly blows: readonly Blow[];
  /** Makes everything serve again that a blow has ended. */
  recover(): Promise<void>;
}

export interface Blow {
  readonly name: string;
  strike(chance: SeededRandom): Promise<void>;
}

export interface Toll {
  readonly acknowledged: number;
  readonly resent: number;
  /** Of what was sent again, how much had been stored without its sender knowing. */
  readonly knownLate: number;
  readonly stored: number;
  /** How often each blow fell. */
  readonly blows: ReadonlyMap<string, number>;
}

interface Visitor {
  readonly name: string;
  token: string | null;
  readonly acknowledged: Map<string, number>;
  /** Sent, perhaps several times, and never acknowledged: the ids. */
  readonly open: Set<string>;
  /** Every event that any connection received, by its number. */
  readonly received: Map<number, string>;
  count: number;
}

/** Each visitor has so many messages under way at most, which is what the gate takes at once. */
const UNDER_WAY = 5;
const TEXT = 'thanks';

/** Plays it, and checks the end. The seed decides the moments and the order; the clocks of real processes it does not. */
export async function playKillRounds(stage: Stage, rounds: number, visitorCount: number, seed: number): Promise<Toll> {
  const chance = seededRandom(seed);
  const visitors = Array.from(
    { length: visitorCount },
    (_, n): Visitor => ({
      name: `visitor-${n}`,
      token: null,
      acknowledged: new Map(),
      open: new Set(),
      received: new Map(),
      count: 0,
    }),
  );
  const tally = { resent: 0, knownLate: 0 };
  const blows = new Map<string, number>();
  const first = chance.between(0, stage.blows.length - 1);

  for (let number = 0; number < rounds; number++) {
    await stage.recover();
    const blow = stage.blows[(first + number) % stage.blows.length] as Blow;
    blows.set(blow.name, (blows.get(blow.name) ?? 0) + 1);
    const round = new Round(stage, chance.between(0, 1_000), tally);
    const begins = waitsForAcknowledgement(number, stage.blows.length) ? round.acknowledged : Promise.resolve();
    const moment = chance.between(5, 125);
    const struck = begins.then(() => pause(moment)).then(() => blow.strike(chance));
    const done = struck.finally(() => round.over());
    await Promise.all([...visitors.map((visitor) => round.writes(visitor)), done]);
  }

  await stage.recover();
  const inLogs = await Promise.all(
    visitors.map((visitor, n) =>
      visitor.token ? checkEnd(visitor, stage.ports[n % stage.ports.length] as number) : 0,
    ),
  );
  const stored = inLogs.reduce((sum, count) => sum + count, 0);
  const acknowledged = visitors.reduce((sum, visitor) => sum + visitor.acknowledged.size, 0);
  return { acknowledged, ...tally, stored, blows };
}

/**
 * In every other round the blow waits for an acknowledgement, so half of the rounds have one on any machine; in the others
 * it falls while visitors connect. An even number of blows shifts by one each time they begin again, so that each blow
 * falls at both moments.
 */
function waitsForAcknowledgement(round: number, blows: number): boolean {
  const shift = blows % 2 === 0 ? Math.floor(round / blows) : 0;
  return (round + shift) % 2 === 1;
}

/** From one recovery to the blow. */
class Round {
  #over = false;
  #end = (): void => undefined;
  readonly #ended = new Promise<void>((resolve) => {
    this.#end = resolve;
  });
  #acknowledge = (): void => undefined;
  /** Resolves with the first acknowledgement that any visitor receives. */
  readonly acknowledged = new Promise<void>((resolve) => {
    this.#acknowledge = resolve;
  });
  #door: number;

  constructor(
    readonly stage: Stage,
    door: number,
    readonly tally: { resent: number; knownLate: number },
  ) {
    this.#door = door;
  }

  over(): void {
    this.#over = true;
    this.#end();
  }

  /** Connects, sends the open messages again and then new ones, and connects again when it is cut off; until the end of the round. */
  async writes(visitor: Visitor): Promise<void> {
    while (!this.#over) {
      const client = await this.#come(visitor);
      if (!client) {
        await Promise.race([this.#ended, pause(20)]);
        continue;
      }
      const late = [...visitor.open];
      this.tally.resent += late.length;
      for (const clientId of late) client.say(TEXT, clientId);
      while (visitor.open.size < UNDER_WAY) {
        const clientId = `${visitor.name}-${++visitor.count}`;
        visitor.open.add(clientId);
        client.say(TEXT, clientId);
      }
      await Promise.race([this.#ended, client.end()]);
      this.#learn(visitor, client);
      client.socket.terminate();
    }
  }

  /** Null when no node accepted the connection. */
  async #come(visitor: Visitor): Promise<WireClient | null> {
    const { ports } = this.stage;
    const client = await WireClient.open(ports[this.#door++ % ports.length] as number);
    client.hello({ session: visitor.token });
    await Promise.race([
      this.#ended,
      client.until(() => client.closed !== null || client.frames.some((frame) => frame.t === 'live'), 'the log'),
    ]);
    if (client.frames.some((frame) => frame.t === 'welcome')) visitor.token = client.token;
    if (!client.closed && client.frames.some((frame) => frame.t === 'live')) {
      client.socket.on('message', () => this.#hear(visitor, client));
      return client;
    }
    this.#learn(visitor, client);
    client.socket.terminate();
    return null;
  }

  #hear({ open }: Visitor, client: WireClient): void {
    const last = client.frames.at(-1);
    if (last?.t === 'ack') this.#acknowledge();
    // Refused for now: the same again, a little later.
    if (last?.t !== 'error' || !last.retry || last.re === undefined || !open.has(last.re)) return;
    const clientId = last.re;
    setTimeout(() => {
      if (this.#over || client.closed) return;
      this.tally.resent += 1;
      client.say(TEXT, clientId);
    }, last.retryAfterMs ?? 100);
  }

  #learn(visitor: Visitor, client: WireClient): void {
    for (const frame of client.frames) {
      if (frame.t !== 'ack') continue;
      visitor.acknowledged.set(frame.clientId, frame.seq);
      if (visitor.open.delete(frame.clientId) && frame.duplicate) this.tally.knownLate += 1;
    }
    for (const { seq, clientId } of client.events) {
      const before = visitor.received.get(seq);
      expect(before ?? clientId, `${visitor.name} received two events with the number ${seq}`).toBe(clientId);
      visitor.received.set(seq, clientId);
    }
  }
}

/** How many messages of the visitor are in the log, once every one is answered. */
async function checkEnd(visitor: Visitor, port: number): Promise<number> {
  const client = await WireClient.join(port, { session: visitor.token });
  const before = await wholeLog(client);
  const now = (): LogEvent[] => [...before, ...client.events.filter((event) => event.seq > before.length)];
  // What a node was storing when its sender went may still come.
  const asked = (): number => now().filter((event) => event.body.kind === 'message').length;
  const given = (): number => answered(now());
  // After many rounds the answers take minutes, and the server cuts off a client that doesn't answer a ping.
  client.socket.on('message', () => {
    const last = client.frames.at(-1);
    if (last?.t === 'ping') client.send({ t: 'pong', n: last.n });
  });
  for (let had = given(); had < asked(); had = given()) await client.until(() => given() > had, 'the next answer');
  const log = now();
  await client.close();

  expect(log.map((event) => event.seq)).toEqual(log.map((_, i) => i + 1));
  const own = log.filter((event) => event.body.kind === 'message');
  expect(new Set(own.map((event) => event.clientId)).size).toBe(own.length);
  for (const [clientId, seq] of visitor.acknowledged)
    expect(log[seq - 1]?.clientId, `acknowledged ${clientId}`).toBe(clientId);
  for (const [seq, clientId] of visitor.received)
    expect(log[seq - 1]?.clientId, `${visitor.name} received ${seq}`).toBe(clientId);
  const ends = log.flatMap(({ body }) => ('run' in body && body.kind !== 'answer.started' ? [body.run] : []));
  expect(new Set(ends).size).toBe(ends.length);
  expect(ends.length).toBe(own.length);
  return own.length;
}

async function wholeLog(client: WireClient): Promise<LogEvent[]> {
  const log: LogEvent[] = [];
  for (;;) {
    const id = `sync-${log.length}-${client.frames.length}`;
    client.send({ t: 'sync', id, conversation: client.conversation, after: log.length });
    const page = await client.next('page', (frame) => frame.id === id);
    log.push(...page.events);
    if (!page.more) return log;
  }
}

function answered(log: readonly LogEvent[]): number {
  return log.filter(({ body }) => body.kind === 'answer.completed' || body.kind === 'answer.interrupted').length;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
