/** All inboxes of the console as servers need them, read from the database. */
import { inboxFileSchema } from '@service/protocol/schema';
import type { InboxSettings } from '@service/realtime-server/ports';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.js';
import { allInboxes, inboxRevision, type StoredInbox } from '../inbox-rows.js';
import type { Snapshot } from './snapshot-file.js';

type Db = Kysely<Tables>;

/** What an inbox has of its AI agent, by the agent's id: laid over its own settings. */
export type AgentsOf = (db: Db, agentIds: readonly string[]) => Promise<ReadonlyMap<string, Partial<InboxSettings>>>;

/** The revision is read first: what is changed meanwhile is seen by the next look. */
export async function readSnapshot(db: Db, agentsOf: AgentsOf): Promise<Snapshot> {
  const revision = await inboxRevision(db);
  const stored = await allInboxes(db);
  const slugs = await slugsOf(db);
  const agents = await agentsOf(
    db,
    stored.flatMap(({ aiAgentId }) => aiAgentId ?? []),
  );
  const inboxes = stored.flatMap((inbox) => {
    const organization = slugs.get(inbox.orgId);
    // Its organization has been deleted, and it will be, too.
    if (organization === undefined) return [];
    const agent = inbox.aiAgentId === null ? {} : (agents.get(inbox.aiAgentId) ?? {});
    return { settings: settingsOf(inbox, organization, agent), identityKeys: inbox.identityKeys };
  });
  return { revision, inboxes };
}

function settingsOf(
  { id, state, fields, aiAgentId }: StoredInbox,
  organization: string,
  agent: Partial<InboxSettings>,
): InboxSettings {
  const { routing: _routing, targets: _targets, reopenWindowDays: _days, ...file } = fields;
  return {
    ...inboxFileSchema.parse({ ...file, organization }),
    // Inboxes with one agent share what it knows.
    knowledgeBase: aiAgentId ?? id,
    aiAgent: null,
    ...agent,
    ...{ id, state, managedBy: 'console' },
  };
}

async function slugsOf(db: Db): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ readonly id: string; readonly slug: string }>`SELECT id, slug FROM organization`.execute(
    db,
  );
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}
