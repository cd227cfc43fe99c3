import { afterAll, beforeAll, describe } from 'vitest';
import { isDailyCase } from '../../../../test/support/runs/daily.js';
import { Postgres } from '../../../realtime-server/test/support/postgres.js';

/** A short run has a quarter of the files on PostgreSQL, each time others. */
const PARTS = 4;

/** Resolves with the address of an empty database, or of a copy of another one; null: the embedded one. */
export type NewDatabase = (like?: string) => Promise<string | null>;

/**
 * Runs the same tests on the embedded database and on PostgreSQL.
 * @param always also a short run has them on PostgreSQL. @defaultValue false
 */
export function onBothDatabases(what: string, tests: (newDatabase: NewDatabase) => void, always = false): void {
  describe(`${what}, on the embedded database`, () => tests(async () => null));
  if (!always && !isDailyCase(what, PARTS)) return;
  describe(`${what}, on PostgreSQL`, () => {
    let postgres: Postgres;
    beforeAll(async () => {
      postgres = await Postgres.start();
    }, 60_000);
    afterAll(() => postgres.dispose(), 60_000);
    tests((like) => postgres.newDatabase(like));
  });
}
