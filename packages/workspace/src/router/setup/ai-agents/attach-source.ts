/** Which AI agents have a knowledge source: it goes into their drafts, and to visitors when those are published. */
import type { Transaction } from 'kysely';
import { failure } from '../../../contract/errors.js';
import type { AiAgentVersions } from '../../../database/tables/ai-agents-tables.js';
import type { Tables } from '../../../database/tables.js';
import { AGENT_LIMITS } from '../../../setup/ai-agents/agent-fields.js';
import { changeDraft, findAgent, findVersion, presentFields } from '../../../setup/ai-agents/agent-rows.js';
import { agentOfDraft } from '../../../setup/ai-agents/answering.js';
import { basesOf } from '../../../setup/knowledge/source-bases.js';
import { type ChangeContext, recordChange } from '../../changes/record-change.js';
import { NO_AGENT } from './shown-agent.js';

/** From now on the drafts of these agents have it, and of no other. Call it while the organization is held. @throws NOT_FOUND */
export async function setAgentsOfSource(
  transaction: Transaction<Tables>,
  context: ChangeContext,
  sourceId: string,
  agentIds: readonly string[],
): Promise<void> {
  const before = (await basesOf(transaction, sourceId)).flatMap((base) => agentOfDraft(base) ?? []);
  for (const id of new Set([...before, ...agentIds])) {
    const agent = await findAgent(transaction, context.scope, id);
    if (!agent) throw failure('NOT_FOUND', NO_AGENT);
    const newest = (await findVersion(transaction, id, agent.version)) as AiAgentVersions;
    const { knowledgeIds: present } = await presentFields(transaction, context.scope, newest);
    const others = present.filter((each) => each !== sourceId);
    if (others.length >= AGENT_LIMITS.knowledge)
      throw failure('FORBIDDEN', `An AI agent has at most ${AGENT_LIMITS.knowledge} sources. Remove some first.`, {
        reason: 'limit',
      });
    const knowledgeIds = agentIds.includes(id) ? [...others, sourceId] : others;
    const { version, changed } = await changeDraft(transaction, agent, { knowledgeIds }, context.services.now());
    if (changed.length > 0)
      await recordChange(transaction, context, { target: 'ai_agent', targetId: id, version, fields: changed });
  }
}
