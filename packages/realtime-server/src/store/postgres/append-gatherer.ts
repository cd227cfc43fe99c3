/**
 * Appends of this node, many in one transaction: alone each would cost the database its own commit and its own round trip. A
 * conversation has one append at a time under way, so its messages keep the order of the calls; they queue here and not at the
 * row's lock, where they would come in any order and hold connections.
 */
import type { Append, Appended } from '../port/log.js';
import { canBeGathered } from './queries/append-many.js';

/** The most appends in one transaction. With more, the first of them would wait too long. */
const MAX_BATCH = 128;
/** How many transactions of appends are under way at once. One more would have fewer appends in each. */
export const GATHERED_AT_ONCE = 2;

export interface AppendWays {
  /** Decides one append, and waits for whoever holds its conversation. */
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

export function gatherAppends(ways: AppendWays): (input: Append) => Promise<Appended> {
  /** By conversation. The first of each line is in `ready` or under way. */
  const lines = new Map<string, Waiting[]>();
  let ready: Waiting[] = [];
  let underWay = 0;
  let isScheduled = false;

  const schedule = (): void => {
    if (isScheduled || ready.length === 0 || underWay >= GATHERED_AT_ONCE) return;
    isScheduled = true;
    ways.soon(() => {
      isScheduled = false;
      begin();
    });
  };
  const begin = (): void => {
    const batch = ready.slice(0, MAX_BATCH);
    ready = ready.slice(MAX_BATCH);
    const gathered = batch.filter(({ input }) => canBeGathered(input));
    for (const each of batch) if (!canBeGathered(each.input)) alone(each);
    if (gathered.length > 0) {
      underWay++;
      together(gathered).finally(() => {
        underWay--;
        schedule();
      });
    }
    schedule();
  };
  const together = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const results = await ways.many(batch.map(({ input }) => input));
      batch.forEach((each, i) => {
        const result = results[i];
        if (result) leave(each, () => each.resolve(result));
        else alone(each);
      });
    } catch (error) {
      for (const each of batch) {
        if (ways.isFaultOfOne(error)) alone(each);
        else leave(each, () => each.reject(error));
      }
    }
  };
  const alone = (each: Waiting): void => {
    ways.one(each.input).then(
      (result) => leave(each, () => each.resolve(result)),
      (error: unknown) => leave(each, () => each.reject(error)),
    );
  };
  /** The next one of its conversation is ready before the caller hears. */
  const leave = ({ input }: Waiting, tell: () => void): void => {
    const line = lines.get(input.conversation) as Waiting[];
    line.shift();
    const [next] = line;
    if (next) ready.push(next);
    else lines.delete(input.conversation);
    tell();
    schedule();
  };

  return (input) =>
    new Promise((resolve, reject) => {
      const waiting = { input, resolve, reject };
      const line = lines.get(input.conversation);
      if (line) {
        line.push(waiting);
        return;
      }
      lines.set(input.conversation, [waiting]);
      ready.push(waiting);
      schedule();
    });
}
