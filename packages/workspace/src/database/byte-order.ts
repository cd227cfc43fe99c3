import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.js';

/**
 * A column of ids, to sort by and to compare with. PostgreSQL may have the order of a language; with this it is the order of `<` in our own
 * code, as the embedded database has it anyway.
 */
export const inByteOrder = (db: Kysely<Tables>, column: string): RawBuilder<string> =>
  db.getExecutor().adapter instanceof PostgresAdapter ? sql`${sql.ref(column)} COLLATE "C"` : sql`${sql.ref(column)}`;
