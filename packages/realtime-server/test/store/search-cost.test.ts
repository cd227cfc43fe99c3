/** S3: a visitor's search reads rows of their own conversations, whatever others have written. Counted, not timed. */
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SEARCH_WORK } from '../../dist/runtime/limits.js';
import { prepareForWriting } from '../../dist/store/sqlite/prepare-database.js';
import { addToIndex, findAnyOf, findMessages } from '../../dist/store/sqlite/queries/message-index.js';
import type { Statement, Steps } from '../../src/store/sql/steps.js';

let db: Database.Database;
beforeEach(() => {
  db = new Database(':memory:');
  prepareForWriting(db);
  db.pragma('foreign_keys = OFF');
});
afterEach(() => db.close());

/** Runs the statements and returns them with their plans and the number of rows that they gave. */
function runCounted<T>(steps: Steps<T>): {
  readonly plans: readonly string[];
  readonly rows: number;
  readonly result: T;
} {
  const plans: string[] = [];
  let rows = 0;
  const execute = ({ text, values, returns }: Statement): unknown => {
    if (returns === 'changes') return db.prepare(text).run(values).changes;
    for (const { detail } of db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(values) as { detail: string }[])
      plans.push(detail);
    const found = db.prepare(text).all(values);
    rows += found.length;
    return found;
  };
  let step = steps.next();
  while (!step.done) step = steps.next(execute(step.value));
  return { plans, rows, result: step.value };
}

const message = (seq: number) => ({ seq, at: seq, terms: ['apple', 'boots', 'cherry'] });
const LETTERS = [...'abc'].map((term) => ({ terms: [term], prefix: true }));
const find = () => runCounted(findMessages(['cnv_mine'], LETTERS, 31, SEARCH_WORK));

describe('S3: a search in the embedded store', () => {
  it('goes through as many rows with a thousand messages of others as without', () => {
    runCounted(addToIndex('cnv_mine', [message(1), message(2)]));
    const alone = find();
    for (let other = 0; other < 100; other++)
      runCounted(
        addToIndex(
          `cnv_other_${other}`,
          Array.from({ length: 10 }, (_, at) => message(at + 1)),
        ),
      );
    const among = find();
    expect(among.result).toEqual(alone.result);
    expect(among.rows).toBe(alone.rows);
  });

  it('reaches each row by its conversation or its number', () => {
    runCounted(addToIndex('cnv_mine', [message(1)]));
    const { plans } = find();
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans.filter((each) => /\bsaid/.test(each)))
      expect(plan).toMatch(/^SEARCH said USING (?:COVERING INDEX said_latest \(conversation=\?\)|INTEGER PRIMARY KEY)/);
  });

  it('reads no more rows than its reach allows', () => {
    runCounted(
      addToIndex(
        'cnv_mine',
        Array.from({ length: 1_000 }, (_, at) => message(at + 1)),
      ),
    );
    const nothing = [{ terms: ['nothing'], prefix: true }];
    const reach = { searchedMessages: 200, searchedCharacters: 100_000 };
    expect(runCounted(findMessages(['cnv_mine'], nothing, 31, reach)).rows).toBe(2 * 200);
    expect(runCounted(findAnyOf(['cnv_mine'], LETTERS, reach)).rows).toBe(2 * 200);
    const short = { searchedMessages: 1_000, searchedCharacters: 1_000 };
    expect(runCounted(findMessages(['cnv_mine'], nothing, 31, short)).rows).toBe(1_000 + 100);
  });
});
