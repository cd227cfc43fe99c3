import type { Kysely } from 'kysely';
import type { Tables } from '../tables.js';

/** One step of the schema. It runs once and is never changed after a release. */
export interface Migration {
  readonly name: string;
  up(db: Kysely<Tables>): Promise<void>;
}
