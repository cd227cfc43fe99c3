import { afterAll, beforeAll, describe } from 'vitest';
import { isDailyCell } from '../../../../test/support/runs/daily.js';
import { Postgres } from '../../../realtime-server/test/support/postgres.js';

/** A short run has a quarter of the files on PostgreSQL, each time others. */
const PARTS = 4;

/** Resolves with the address of an empty database, or of a copy of another one; null: the embedded one. */
export type NewDatabase = (like?: string) => Promise<string | null>;

type Tests = (newDatabase: NewDatabase) => void;

/** Runs the same tests on the embedded database and on PostgreSQL; a short run has them there in turn. */
export function onBothDatabases(what: string, tests: Tests): void {
  onEmbedded(what, tests);
  if (isDailyCell(what.length, PARTS)) onPostgres(what, tests);
}

/** For what differs most between the two: a short run has it on both, too. */
export function alwaysOnBothDatabases(what: string, tests: Tests): void {
  onEmbedded(what, tests);
  onPostgres(what, tests);
}

function onEmbedded(what: string, tests: Tests): void {
  describe(`${what}, on the embedded database`, () => tests(async () => null));
}

function onPostgres(what: string, tests: Tests): void {
  describe(`${what}, on PostgreSQL`, () => {
    let postgres: Postgres;
    beforeAll(async () => {
      postgres = await Postgres.start();
    }, 60_000);
    afterAll(() => postgres.dispose(), 60_000);
    tests((like) => postgres.newDatabase(like));
  });
}
