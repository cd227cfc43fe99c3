/** Which knowledge bases have a source, and how often what they have was changed. */
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../database/tables.js';

type Db = Kysely<Tables>;

/** Bases of AI agents are named by their ids, and so is no inbox. */
export const isAgentBase = (base: string): boolean => base.startsWith(AGENT_BASE);
const AGENT_BASE = 'agt_';

/** The same, of a row, in reverse. */
export const isInboxBase = sql<SqlBool>`substr(${sql.ref('base')}, 1, ${sql.lit(AGENT_BASE.length)}) <> ${sql.lit(AGENT_BASE)}`;

export async function basesOf(db: Db, sourceId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('knowledge_source_base')
    .select('base')
    .where('source_id', '=', sourceId)
    .orderBy('base')
    .execute();
  return rows.map(({ base }) => base);
}

export async function sourcesOf(db: Db, base: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('knowledge_source_base')
    .select('source_id')
    .where('base', '=', base)
    .orderBy('source_id')
    .execute();
  return rows.map(({ source_id }) => source_id);
}

/** The source is in these bases of inboxes from now on, and in no other. What AI agents have of it stays. */
export async function setInboxBases(
  db: Db,
  orgId: string,
  sourceId: string,
  bases: readonly string[],
  at: number,
): Promise<void> {
  const before = (await basesOf(db, sourceId)).filter((base) => !isAgentBase(base));
  if (before.length > 0)
    await db
      .deleteFrom('knowledge_source_base')
      .where('source_id', '=', sourceId)
      .where('base', 'in', before)
      .execute();
  await insertPlaces(
    db,
    bases.map((base) => ({ source_id: sourceId, base })),
  );
  await countChange(db, orgId, [...new Set([...before, ...bases])], at);
}

/** The base has these sources from now on, as far as they are there, and no other. */
export async function setSourcesOf(
  db: Db,
  orgId: string,
  base: string,
  sourceIds: readonly string[],
  at: number,
): Promise<void> {
  const before = await sourcesOf(db, base);
  const after = await existingSources(db, orgId, sourceIds);
  if (before.join() === after.join()) return;
  await db.deleteFrom('knowledge_source_base').where('base', '=', base).execute();
  await insertPlaces(
    db,
    after.map((sourceId) => ({ source_id: sourceId, base })),
  );
  await countChange(db, orgId, [base], at);
}

/** Those that the organization has, in order. */
export async function existingSources(db: Db, orgId: string, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('knowledge_source')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function insertPlaces(db: Db, places: readonly { readonly source_id: string; readonly base: string }[]) {
  if (places.length > 0) await db.insertInto('knowledge_source_base').values(places).execute();
}

/** What these bases have was changed: every node looks at them again. */
export async function countChange(db: Db, orgId: string, bases: readonly string[], at: number): Promise<void> {
  for (const base of bases)
    await db
      .insertInto('knowledge_base')
      .values({ base, org_id: orgId, version: 1, changed_at: at })
      .onConflict((conflict) =>
        conflict
          .column('base')
          .doUpdateSet({ version: (now) => now('knowledge_base.version', '+', 1), changed_at: at }),
      )
      .execute();
}

/** 0: the base has never had a source. */
export async function versionOf(db: Db, base: string): Promise<number> {
  const row = await db.selectFrom('knowledge_base').select('version').where('base', '=', base).executeTakeFirst();
  return row?.version ?? 0;
}

/** Changed at this moment (Unix milliseconds) or later. */
export const changedSince = (db: Db, at: number): Promise<{ base: string; version: number }[]> =>
  db.selectFrom('knowledge_base').select(['base', 'version']).where('changed_at', '>=', at).execute();
