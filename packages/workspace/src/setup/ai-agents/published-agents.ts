/** What an inbox needs of its AI agent: the published version, as settings of the inbox. */
import type { InboxSettings } from '@service/realtime-server/ports';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.js';
import { fieldsOf } from './agent-rows.js';

/** To be laid over the inbox's own settings. */
export type AgentSettings = Pick<
  InboxSettings,
  'agentName' | 'agentTitle' | 'instructions' | 'answerParts' | 'linkHosts' | 'budget' | 'tools'
> & { readonly aiAgent: NonNullable<InboxSettings['aiAgent']> };

/** By the agent's id. Those that were never published are left out, and ids that no agent has. */
export async function publishedAgents(
  db: Kysely<Tables>,
  agentIds: readonly string[],
): Promise<ReadonlyMap<string, AgentSettings>> {
  if (agentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('ai_agent')
    .innerJoin('ai_agent_version', (join) =>
      join
        .onRef('ai_agent_version.agent_id', '=', 'ai_agent.id')
        .onRef('ai_agent_version.number', '=', 'ai_agent.published'),
    )
    .select(['ai_agent.id', 'ai_agent_version.number', 'ai_agent_version.fields'])
    .where('ai_agent.id', 'in', [...new Set(agentIds)])
    .execute();
  return new Map(
    rows.map((row) => {
      const { name, title, instructions, answerParts, linkHosts, budget, tools, model, handoff } = fieldsOf(row);
      const aiAgent = { id: row.id, version: row.number, model, handoff };
      return [
        row.id,
        { aiAgent, agentName: name, agentTitle: title, ...{ instructions, answerParts, linkHosts, budget, tools } },
      ];
    }),
  );
}
