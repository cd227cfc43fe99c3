import type { BetterAuthOptions } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import type { LibraryTables } from '../database/migrate.js';

type Options = BetterAuthOptions & { readonly database: object };

/** The auth library's tables. It has no versions: it compares them with what it needs. */
export const libraryTables = (options: Options): LibraryTables => ({
  async isMigrated() {
    const { toBeCreated, toBeAdded, toBeAddedIndexes } = await getMigrations(options, { throwOnUnsafe: false });
    return [toBeCreated, toBeAdded, toBeAddedIndexes].every((missing) => missing.length === 0);
  },
  async migrate(transaction) {
    const database = { ...options.database, db: transaction } as BetterAuthOptions['database'];
    await (await getMigrations({ ...options, database })).runMigrations();
  },
});
