/** AI agents: who answers in the inboxes, with which instructions and knowledge. */
import { z } from 'zod';
import { orgId, version } from '../../../contract/fields.js';
import { agentId } from '../../../setup/ai-agents/agent-fields.js';
import { listAgents } from '../../../setup/ai-agents/agent-rows.js';
import { forMembers } from '../../procedure.js';
import { ask } from './ask-agent.js';
import { create, publish, readAgent, remove, TAGS, update } from './change-agents.js';
import { agent, listedAgent, shownAgents } from './shown-agent.js';
import { getTestRun, runTests } from './test-runs.js';

const list = forMembers({ availableBeforeApproval: true })
  .route({
    method: 'GET',
    path: '/aiAgents/list',
    tags: TAGS,
    summary: 'List the AI agents',
    description:
      'The AI agents of the organization in the order in which they were made, with the newest run of their tests, and the models that they can use here. Every member sees them.',
  })
  .input(
    z.object({
      orgId,
      cursor: z.string().max(64).optional().describe('`nextCursor` of the page before.'),
      limit: z.int().min(1).max(100).default(50),
    }),
  )
  .output(
    z.object({
      items: z.array(listedAgent),
      nextCursor: z.string().optional().describe('Absent: this is the last page.'),
      models: z.array(z.string()).describe('The usual one first. Empty: the articles answer.'),
    }),
  )
  .handler(async ({ context: { services, scope }, input: { cursor = null, limit } }) => {
    const rows = await listAgents(services.database.db, scope, cursor, limit + 1);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: await shownAgents(services, shown),
      ...(rows.length > limit && last && { nextCursor: last.id }),
      models: [...services.answering.models],
    };
  });

const get = forMembers({ availableBeforeApproval: true })
  .route({
    method: 'GET',
    path: '/aiAgents/get',
    tags: TAGS,
    summary: 'Read an AI agent',
    description:
      'One version of an AI agent, by default the newest, with the list of its versions and the inboxes that have it.',
  })
  .input(
    z.object({
      ...{ orgId, aiAgentId: agentId },
      version: version.optional().describe('Absent: the newest one, which may be the draft.'),
    }),
  )
  .output(agent)
  .handler(({ context: { services, scope }, input: { aiAgentId, version } }) =>
    readAgent(services, scope, aiAgentId, version),
  );

export const aiAgents = { list, get, create, update, publish, delete: remove, ask, runTests, getTestRun };
