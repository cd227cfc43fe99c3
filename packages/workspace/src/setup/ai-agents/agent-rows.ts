/** AI agents as they are stored. Numbers of versions only rise; what was published is never changed. */
import type { Kysely } from 'kysely';
import { inByteOrder } from '../../database/byte-order.js';
import type { AiAgents, AiAgentVersions } from '../../database/tables/ai-agents-tables.js';
import type { Tables } from '../../database/tables.js';
import { nameKey } from '../../organizations/teams/team-fields.js';
import { changedNow, fieldsSince } from '../../router/changes/changed-fields.js';
import { countUp } from '../inboxes/inbox-rows.js';
import { existingSources, setSourcesOf } from '../knowledge/source-bases.js';
import type { AgentChange, AgentFields } from './agent-fields.js';
import { draftBaseOf, knowledgeBaseOf } from './answering.js';

/** A transaction, or the database itself. */
type Db = Kysely<Tables>;

/** Of an agent, besides the draft and the published one. The oldest go. */
const MOST_SUPERSEDED = 100;

export const findAgent = (db: Db, orgId: string, id: string): Promise<AiAgents | undefined> =>
  db.selectFrom('ai_agent').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst();

/** In the order in which they were made, from after the id `after` on. */
export function listAgents(db: Db, orgId: string, after: string | null, limit: number): Promise<AiAgents[]> {
  const id = inByteOrder(db, 'id');
  const query = db.selectFrom('ai_agent').selectAll().where('org_id', '=', orgId).orderBy(id).limit(limit);
  return (after === null ? query : query.where(id, '>', after)).execute();
}

export async function countAgents(db: Db, orgId: string): Promise<number> {
  const { count } = await db
    .selectFrom('ai_agent')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether another agent of the organization has this name. */
export async function isAgentNameTaken(db: Db, orgId: string, name: string, except: string | null): Promise<boolean> {
  const row = await db
    .selectFrom('ai_agent')
    .select('id')
    .where('org_id', '=', orgId)
    .where('name_key', '=', nameKey(name))
    .executeTakeFirst();
  return row !== undefined && row.id !== except;
}

/** As they were stored: `knowledgeIds` may name sources that were deleted since. */
export const fieldsOf = ({ fields }: Pick<AiAgentVersions, 'fields'>): AgentFields => JSON.parse(fields);

/** The same, with the sources that are still there. */
export async function presentFields(
  db: Db,
  orgId: string,
  version: Pick<AiAgentVersions, 'fields'>,
): Promise<AgentFields> {
  const fields = fieldsOf(version);
  const existing = await existingSources(db, orgId, fields.knowledgeIds);
  return { ...fields, knowledgeIds: fields.knowledgeIds.filter((id) => existing.includes(id)) };
}

export const findVersion = (db: Db, agentId: string, number: number): Promise<AiAgentVersions | undefined> =>
  db
    .selectFrom('ai_agent_version')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('number', '=', number)
    .executeTakeFirst();

/** The newest first, without what is in them. */
export const versionsOf = (db: Db, agentId: string): Promise<Omit<AiAgentVersions, 'fields'>[]> =>
  db
    .selectFrom('ai_agent_version')
    .select(['agent_id', 'number', 'state', 'created_at', 'published_at'])
    .where('agent_id', '=', agentId)
    .orderBy('number', 'desc')
    .execute();

/** Its first version is a draft. */
export async function insertAgent(
  db: Db,
  {
    id,
    orgId,
    fields,
    at,
  }: { readonly id: string; readonly orgId: string; readonly fields: AgentFields; readonly at: number },
): Promise<void> {
  const { name } = fields;
  const row = { id, name, org_id: orgId, name_key: nameKey(name), version: 1, published: null };
  await db
    .insertInto('ai_agent')
    .values({ ...row, changed_in: '{}', created_at: at, updated_at: at })
    .execute();
  await insertVersion(db, id, 1, fields, at);
  await setSourcesOf(db, orgId, draftBaseOf(id), fields.knowledgeIds, at);
}

const insertVersion = (db: Db, agentId: string, number: number, fields: AgentFields, at: number) =>
  db
    .insertInto('ai_agent_version')
    .values({
      ...{ agent_id: agentId, number, state: 'draft', fields: JSON.stringify(fields) },
      created_at: at,
      published_at: null,
    })
    .execute();

/** Names of the fields that were changed after that version. */
export const changedSince = ({ changed_in }: Pick<AiAgents, 'changed_in'>, version: number): readonly string[] =>
  fieldsSince(JSON.parse(changed_in), version);

export interface DraftChange {
  /** Number of the newest version from now on. */
  readonly version: number;
  /** Names of the fields whose value is another one. Empty: nothing was written. */
  readonly changed: readonly string[];
}

/** Writes the fields that are given into the draft, which is made of the newest version where there is none. Call it while the organization is held. */
export async function changeDraft(db: Db, agent: AiAgents, change: AgentChange, at: number): Promise<DraftChange> {
  const newest = (await findVersion(db, agent.id, agent.version)) as AiAgentVersions;
  const before = await presentFields(db, agent.org_id, newest);
  const changed = (Object.keys(change) as (keyof AgentFields)[]).filter(
    (field) => JSON.stringify(change[field]) !== JSON.stringify(before[field]),
  );
  if (changed.length === 0) return { version: agent.version, changed };
  const version = agent.version + 1;
  const fields: AgentFields = { ...before, ...change };
  if (newest.state === 'draft')
    await db
      .updateTable('ai_agent_version')
      .set({ number: version, fields: JSON.stringify(fields), created_at: at })
      .where('agent_id', '=', agent.id)
      .where('number', '=', agent.version)
      .execute();
  else await insertVersion(db, agent.id, version, fields, at);
  const last = changedNow(JSON.parse(agent.changed_in), changed, version);
  const name = { name: fields.name, name_key: nameKey(fields.name) };
  await db
    .updateTable('ai_agent')
    .set({ ...name, version, changed_in: JSON.stringify(last), updated_at: at })
    .where('id', '=', agent.id)
    .execute();
  await setSourcesOf(db, agent.org_id, draftBaseOf(agent.id), fields.knowledgeIds, at);
  return { version, changed };
}

/** Visitors get this version from now on: the draft, or an older one again. */
export async function publishVersion(db: Db, agent: AiAgents, chosen: AiAgentVersions, at: number): Promise<void> {
  const { number } = chosen;
  const versions = db.updateTable('ai_agent_version').where('agent_id', '=', agent.id);
  if (agent.published !== null)
    await versions.set({ state: 'superseded' }).where('number', '=', agent.published).execute();
  await versions.set({ state: 'published', published_at: at }).where('number', '=', number).execute();
  await db.updateTable('ai_agent').set({ published: number, updated_at: at }).where('id', '=', agent.id).execute();
  await setSourcesOf(db, agent.org_id, knowledgeBaseOf(agent.id), fieldsOf(chosen).knowledgeIds, at);
  // Inboxes that have it are served with it.
  await countUp(db);
  const superseded = await db
    .selectFrom('ai_agent_version')
    .select('number')
    .where('agent_id', '=', agent.id)
    .where('state', '=', 'superseded')
    // The newest version is where the next draft begins, also after an older one was published again.
    .where('number', '!=', agent.version)
    .orderBy('published_at', 'desc')
    .execute();
  const old = superseded.slice(MOST_SUPERSEDED).map((row) => row.number);
  if (old.length > 0)
    await db.deleteFrom('ai_agent_version').where('agent_id', '=', agent.id).where('number', 'in', old).execute();
}

/** With their versions and runs. */
export async function deleteAgents(db: Db, orgId: string, ids: readonly string[], at: number): Promise<void> {
  if (ids.length === 0) return;
  for (const base of ids.flatMap((id) => [knowledgeBaseOf(id), draftBaseOf(id)]))
    await setSourcesOf(db, orgId, base, [], at);
  const runs = db.selectFrom('ai_agent_run').select('id').where('agent_id', 'in', ids);
  await db.deleteFrom('ai_agent_run_answer').where('run_id', 'in', runs).execute();
  await db.deleteFrom('ai_agent_run').where('agent_id', 'in', ids).execute();
  await db.deleteFrom('ai_agent_version').where('agent_id', 'in', ids).execute();
  await db.deleteFrom('ai_agent').where('id', 'in', ids).execute();
}
