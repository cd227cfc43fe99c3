/** A visitor with two tabs who writes through a crash: an outbox, and tabs that come back as clients of socket.io do. */
import type { SeededRandom } from '../../../support/runs/seeded.js';
import type { ChatEvent, ChatSocket } from '../../baseline/peers/peer-socket.js';
import { clientIdOf } from '../../load/client-id.js';
import { pause } from '../../load/rate-limit.js';
import type { Visitor } from '../../load/visitor-socket.js';
import type { Contestant } from './contestants.js';

/** The defaults of socket.io-client 4. */
const FIRST_DELAY_MS = 1_000;
const MOST_DELAY_MS = 5_000;
const JITTER = 0.5;
const REFUSED_MS = 500;

/** Of one visitor's messages. */
export interface Fate {
  readonly acknowledged: number;
  readonly lost: number;
  readonly missing: number;
  readonly twice: number;
}

/** One tab: it applies each number once, and asks for what came after the last one. */
class Tab {
  socket: ChatSocket | null = null;
  readonly shown = new Map<string, number>();
  readonly #numbers = new Set<number>();
  #last: number | undefined;

  constructor(
    private readonly contestant: Contestant,
    private readonly chance: SeededRandom,
    private readonly onChange: () => void,
  ) {}

  async connect(visitor?: Visitor): Promise<ChatSocket> {
    const socket = await this.contestant.enter({
      ...(visitor && { visitor }),
      ...(this.#last !== undefined && { after: this.#last }),
      onEvents: (events) => this.#apply(events),
    });
    this.socket = socket;
    socket.onLost = () => void this.#comeBack(socket.visitor);
    return socket;
  }

  async #comeBack(visitor: Visitor): Promise<void> {
    this.socket = null;
    for (let tries = 0; !this.socket; tries++) {
      const delay = FIRST_DELAY_MS * 2 ** tries * (1 + JITTER * (2 * this.chance.fraction() - 1));
      await pause(Math.min(delay, MOST_DELAY_MS));
      await this.connect(visitor).catch(() => undefined);
    }
    this.onChange();
  }

  #apply(events: readonly ChatEvent[]): void {
    for (const { number, text } of events) {
      if (this.#numbers.has(number)) continue;
      this.#numbers.add(number);
      this.#last = Math.max(this.#last ?? 0, number);
      if (text) this.shown.set(text, (this.shown.get(text) ?? 0) + 1);
    }
    this.onChange();
  }
}

export class StormVisitor {
  readonly #acknowledged = new Set<string>();
  readonly #outbox: { readonly text: string; readonly clientId: string }[] = [];
  readonly #writing: Tab;
  readonly #reading: Tab;
  #isSending = false;
  #awaited: { readonly texts: readonly string[]; had(): void } | null = null;
  /** By `performance.now()`; null until then. */
  hadAllAt: number | null = null;

  private constructor(
    private readonly contestant: Contestant,
    chance: SeededRandom,
  ) {
    const changed = (): void => this.#changed();
    this.#writing = new Tab(contestant, chance, changed);
    this.#reading = new Tab(contestant, chance, changed);
  }

  static async open(contestant: Contestant, chance: SeededRandom): Promise<StormVisitor> {
    const storming = new StormVisitor(contestant, chance);
    const { visitor } = await storming.#writing.connect();
    await storming.#reading.connect(visitor);
    return storming;
  }

  /** Resolves when both tabs are connected and show these texts, and all is acknowledged. */
  whenAllHave(texts: readonly string[]): Promise<void> {
    this.hadAllAt = null;
    return new Promise((had) => {
      this.#awaited = { texts, had };
    });
  }

  write(text: string): void {
    this.#outbox.push({ text, clientId: clientIdOf(Date.now()) });
    this.#send();
  }

  /** Compares with what a tab without a memory is given. */
  async fateOf(texts: readonly string[]): Promise<Fate> {
    const stored = new Map<string, number>();
    const { visitor } = this.#writing.socket ?? this.#reading.socket ?? {};
    const fresh = await this.contestant.enter({
      ...(visitor && { visitor }),
      onEvents(events) {
        for (const { text } of events) if (text) stored.set(text, (stored.get(text) ?? 0) + 1);
      },
    });
    fresh.close();
    const acknowledged = texts.filter((text) => this.#acknowledged.has(text));
    const tabs = [this.#writing.shown, this.#reading.shown];
    return {
      acknowledged: acknowledged.length,
      lost: acknowledged.filter((text) => !stored.has(text)).length,
      missing: acknowledged.flatMap((text) => tabs.filter((shown) => !shown.has(text))).length,
      twice: texts.flatMap((text) => [stored, ...tabs].filter((shown) => (shown.get(text) ?? 0) > 1)).length,
    };
  }

  /** One at a time, so that the order is the visitor's. */
  #send(): void {
    const [first] = this.#outbox;
    const { socket } = this.#writing;
    if (this.#isSending || !first || !socket) return;
    this.#isSending = true;
    socket.append({ kind: 'message', text: first.text }, first.clientId).then(
      () => {
        this.#acknowledged.add(first.text);
        this.#outbox.shift();
        this.#isSending = false;
        this.#changed();
      },
      async () => {
        // Refused, or the connection is lost: then coming back sends it.
        if (this.#writing.socket === socket) await pause(REFUSED_MS);
        this.#isSending = false;
        this.#send();
      },
    );
  }

  #changed(): void {
    this.#send();
    const awaited = this.#awaited;
    if (!awaited || this.#outbox.length > 0) return;
    const has = ({ socket, shown }: Tab): boolean => socket !== null && awaited.texts.every((text) => shown.has(text));
    if (!has(this.#writing) || !has(this.#reading)) return;
    this.#awaited = null;
    this.hadAllAt = performance.now();
    awaited.had();
  }
}
