/**
 * Appends of this node, many in one transaction: alone each would cost the database its own commit and its own round trip. A
 * conversation has one append at a time under way, so its messages keep the order of the calls; they queue here and not at the
 * row's lock, where they would come in any order and hold connections.
 */
import type { Append, Appended } from '../port/log.js';
import { canBeGathered } from './queries/append-many.js';

/** The most appends in one transaction. With more, the first of them would wait too long. */
const MAX_BATCH = 256;
/** How many transactions of appends may be under way at once. */
export const GATHERED_AT_ONCE = 3;
/** So few appends may begin beside so few others. With more, those that wait share one transaction, which costs each of them less. */
const FEW = 4;
/** So many appends may begin beside one transaction of any size: the database works on them while this node sends on what it stored. */
const MANY = 64;

export interface AppendWays {
  /** Decides one append, and waits until its conversation is free. */
  one(input: Append): Promise<Appended>;
  /** Appends for different conversations as one transaction. Null: not done, and `one` decides. */
  many(inputs: readonly Append[]): Promise<readonly (Appended | null)[]>;
  /** True when `many` failed for one of its inputs, and nothing of it was stored. */
  isFaultOfOne(error: unknown): boolean;
  /** Calls `go` when everything that has arrived was read. */
  soon(go: () => void): void;
}

interface Waiting {
  readonly input: Append;
  resolve(result: Appended): void;
  reject(error: unknown): void;
}

export class AppendGatherer {
  /** By conversation. The first of each line is in `#ready` or under way. */
  readonly #lines = new Map<string, Waiting[]>();
  #ready: Waiting[] = [];
  #transactions = 0;
  /** Appends in these transactions. */
  #underWay = 0;
  #isScheduled = false;

  constructor(private readonly ways: AppendWays) {}

  append(input: Append): Promise<Appended> {
    return new Promise((resolve, reject) => {
      const waiting = { input, resolve, reject };
      const line = this.#lines.get(input.conversation);
      if (line) {
        line.push(waiting);
        return;
      }
      this.#lines.set(input.conversation, [waiting]);
      this.#ready.push(waiting);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#ready.length === 0 || !this.#mayBegin()) return;
    this.#isScheduled = true;
    this.ways.soon(() => {
      this.#isScheduled = false;
      this.#begin();
    });
  }

  #mayBegin(): boolean {
    if (this.#transactions === 0) return true;
    if (this.#ready.length >= MANY) return this.#transactions === 1;
    return this.#transactions < GATHERED_AT_ONCE && this.#underWay <= FEW && this.#ready.length <= FEW;
  }

  #begin(): void {
    // More may have come since.
    if (!this.#mayBegin()) return;
    const batch = this.#ready.slice(0, MAX_BATCH);
    this.#ready = this.#ready.slice(MAX_BATCH);
    const gathered: Waiting[] = [];
    for (const each of batch) {
      if (canBeGathered(each.input)) gathered.push(each);
      else this.#alone(each);
    }
    if (gathered.length > 0) void this.#together(gathered);
    this.#schedule();
  }

  async #together(batch: readonly Waiting[]): Promise<void> {
    this.#transactions++;
    this.#underWay += batch.length;
    try {
      const results = await this.ways.many(batch.map(({ input }) => input));
      batch.forEach((each, i) => {
        const result = results[i];
        if (result) this.#leave(each, () => each.resolve(result));
        else this.#alone(each);
      });
    } catch (error) {
      const isFaultOfOne = this.ways.isFaultOfOne(error);
      for (const each of batch) {
        if (isFaultOfOne) this.#alone(each);
        else this.#leave(each, () => each.reject(error));
      }
    } finally {
      this.#transactions--;
      this.#underWay -= batch.length;
      this.#schedule();
    }
  }

  #alone(each: Waiting): void {
    this.ways.one(each.input).then(
      (result) => this.#leave(each, () => each.resolve(result)),
      (error: unknown) => this.#leave(each, () => each.reject(error)),
    );
  }

  /** The next one of its conversation is ready before the caller hears. */
  #leave({ input }: Waiting, tell: () => void): void {
    const line = this.#lines.get(input.conversation) as Waiting[];
    line.shift();
    const [next] = line;
    if (next) this.#ready.push(next);
    else this.#lines.delete(input.conversation);
    tell();
    this.#schedule();
  }
}
