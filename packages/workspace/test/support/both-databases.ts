/** Runs the same tests on the embedded database and on PostgreSQL. */
import { afterAll, beforeAll, describe } from 'vitest';
import { Postgres } from '../../../realtime-server/test/support/postgres.js';

/** `newDatabase`: an address of an empty database; null: the embedded one. */
export function onBothDatabases(what: string, tests: (newDatabase: () => Promise<string | null>) => void): void {
  describe(`${what}, on the embedded database`, () => tests(async () => null));
  describe(`${what}, on PostgreSQL`, () => {
    let postgres: Postgres;
    beforeAll(async () => {
      postgres = await Postgres.start();
    }, 60_000);
    afterAll(() => postgres.dispose(), 60_000);
    tests(() => postgres.newDatabase());
  });
}
