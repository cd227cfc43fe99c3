/** Runs the same tests on the embedded database and on PostgreSQL. */
import { afterAll, beforeAll, describe } from 'vitest';
import { Postgres } from '../../../realtime-server/test/support/postgres.js';

/** Resolves with the address of an empty database, or of a copy of another one; null: the embedded one. */
export type NewDatabase = (like?: string) => Promise<string | null>;

export function onBothDatabases(what: string, tests: (newDatabase: NewDatabase) => void): void {
  describe(`${what}, on the embedded database`, () => tests(async () => null));
  describe(`${what}, on PostgreSQL`, () => {
    let postgres: Postgres;
    beforeAll(async () => {
      postgres = await Postgres.start();
    }, 60_000);
    afterAll(() => postgres.dispose(), 60_000);
    tests((like) => postgres.newDatabase(like));
  });
}
