/** Makes, changes, publishes and deletes AI agents. Each change is noted for the organization's log, in its transaction. */
import { z } from 'zod';
import type { OrgScope } from '../../../callers/caller.js';
import { failure } from '../../../contract/errors.js';
import { idempotencyKey, orgId, version } from '../../../contract/fields.js';
import type { AiAgents, AiAgentVersions } from '../../../database/tables/ai-agents-tables.js';
import { holdOrganization } from '../../../organizations/hold.js';
import { mustFit } from '../../../organizations/limits.js';
import { agentFields, agentId, newAgentFields } from '../../../setup/ai-agents/agent-fields.js';
import {
  changeDraft,
  changedSince,
  countAgents,
  deleteAgents,
  fieldsOf,
  findAgent,
  findVersion,
  insertAgent,
  isAgentNameTaken,
  publishVersion,
} from '../../../setup/ai-agents/agent-rows.js';
import { publishObstacle } from '../../../setup/ai-agents/publish-gate.js';
import { inboxesOfAgent } from '../../../setup/inboxes/inbox-rows.js';
import { existingSources } from '../../../setup/knowledge/source-bases.js';
import { defined, outdated } from '../../changes/changed-fields.js';
import { once, type Writing } from '../../changes/once.js';
import { recordChange } from '../../changes/record-change.js';
import { forMembers } from '../../procedure.js';
import type { Services } from '../../services.js';
import { agent, NO_AGENT, NO_VERSION, shownAgent } from './shown-agent.js';
import { testedVersion } from './tested-version.js';

export const TAGS = ['AI Agents'];
const { name, ...others } = agentFields;
const optional = z.object(others).partial().shape;

export const create = forMembers({ kind: 'write', role: 'admin', availableBeforeApproval: true })
  .route({
    method: 'POST',
    path: '/aiAgents/create',
    tags: TAGS,
    summary: 'Create an AI agent',
    description:
      'Makes an AI agent with a draft as its first version. Every member sees it; visitors see nothing of it until it is published and an inbox has it. Undo by deleting it.',
  })
  .input(z.object({ orgId, idempotencyKey, name, ...optional }))
  .output(agent)
  .handler(async ({ context, input }) => {
    const { services, scope } = context;
    const { orgId: _orgId, idempotencyKey: _key, name: given, ...fields } = input;
    const made = newAgentFields({ ...defined(fields), name: given }, services.answering.models[0] ?? null);
    mustHaveModel(services, made.model);
    const { aiAgentId } = await once(context, input, async (writing) => {
      const { transaction } = writing;
      await holdOrganization(transaction, scope);
      mustFit('aiAgents', await countAgents(transaction, scope));
      await mustBeFree(writing, scope, given, null);
      await ownSources(writing, scope, made.knowledgeIds, []);
      const id = services.newId('agt');
      await insertAgent(transaction, { id, orgId: scope, fields: made, at: services.now() });
      await recordChange(transaction, context, {
        target: 'ai_agent',
        targetId: id,
        version: 1,
        fields: Object.keys(made),
      });
      return { aiAgentId: id };
    });
    return readAgent(services, scope, aiAgentId);
  });

export const update = forMembers({ kind: 'write', role: 'admin' })
  .route({
    method: 'POST',
    path: '/aiAgents/update',
    tags: TAGS,
    summary: 'Change an AI agent',
    description:
      'Writes the fields that are named into the draft, which gets the next number; visitors get the published version until the draft is published. Send the newest `version`: where it was changed meanwhile, `fields` of the error names what. Undo by changing the fields back.',
  })
  .input(
    z.object({
      ...{ orgId, idempotencyKey, aiAgentId: agentId },
      version: version.describe('The newest one that you know.'),
      name: name.optional(),
      ...optional,
    }),
  )
  .output(agent)
  .handler(async ({ context, input }) => {
    const { services, scope } = context;
    const { orgId: _orgId, idempotencyKey: _key, aiAgentId, version, ...fields } = input;
    if (fields.model !== undefined) mustHaveModel(services, fields.model);
    await once(context, input, async (writing) => {
      const { transaction } = writing;
      const before = await heldAgent(writing, scope, aiAgentId);
      if (before.version !== version) throw outdated(before.version, changedSince(before, version));
      if (fields.name !== undefined) await mustBeFree(writing, scope, fields.name, aiAgentId);
      const change = defined(fields);
      if (change.knowledgeIds) {
        const newest = (await findVersion(transaction, aiAgentId, before.version)) as AiAgentVersions;
        change.knowledgeIds = await ownSources(writing, scope, change.knowledgeIds, fieldsOf(newest).knowledgeIds);
      }
      const after = await changeDraft(transaction, before, change, services.now());
      if (after.changed.length > 0)
        await recordChange(transaction, context, {
          ...{ target: 'ai_agent', targetId: aiAgentId, version: after.version, fields: after.changed },
        });
      return { version: after.version };
    });
    return readAgent(services, scope, aiAgentId);
  });

export const publish = forMembers({ kind: 'write', role: 'admin' })
  .route({
    method: 'POST',
    path: '/aiAgents/publish',
    tags: TAGS,
    summary: 'Publish a version of an AI agent',
    description:
      'Visitors get this version from their next question on: the draft, or an older version again (roll back). A draft is refused with CONFLICT while its newest runs show that a question loses its answer or a test is not passed, or while its tests were not run; `confirm` says yes to that. Undo by publishing the version before.',
  })
  .input(
    z.object({
      ...{ orgId, idempotencyKey, aiAgentId: agentId },
      version: version.describe('Which one.'),
      confirm: z.boolean().default(false).describe('Publish it although answers are lost or tests are not passed.'),
    }),
  )
  .output(agent)
  .handler(async ({ context, input }) => {
    const { services, scope } = context;
    const { aiAgentId, version, confirm } = input;
    await once(context, input, async (writing) => {
      const { transaction } = writing;
      const before = await heldAgent(writing, scope, aiAgentId);
      const chosen = await findVersion(transaction, aiAgentId, version);
      // A draft that was changed has another number.
      if (!chosen && version < before.version) throw outdated(before.version, changedSince(before, version));
      if (!chosen) throw failure('NOT_FOUND', NO_VERSION);
      if (chosen.state === 'published') return { version };
      if (chosen.state === 'draft' && !confirm) {
        const tested = await testedVersion(transaction, aiAgentId, version, fieldsOf(chosen).tests.length > 0);
        const obstacle = publishObstacle(tested);
        if (obstacle !== null)
          throw failure('CONFLICT', obstacle.message, {
            reason: obstacle.reason,
            ...(tested.losses.length > 0 && { losses: tested.losses }),
          });
      }
      await publishVersion(transaction, before, chosen, services.now());
      await recordChange(transaction, context, {
        ...{ target: 'ai_agent', targetId: aiAgentId, version, fields: ['published'] },
      });
      return { version };
    });
    await services.inboxesChanged();
    return readAgent(services, scope, aiAgentId);
  });

export const remove = forMembers({ kind: 'destructive', role: 'admin' })
  .route({
    method: 'POST',
    path: '/aiAgents/delete',
    tags: TAGS,
    summary: 'Delete an AI agent',
    description:
      'Deletes an AI agent with its versions and test runs. It is refused while an inbox has it. Answers that it gave stay in their conversations. A new one must be made to undo.',
  })
  .input(z.object({ orgId, idempotencyKey, aiAgentId: agentId }))
  .output(z.object({ aiAgentId: z.string() }))
  .handler(async ({ context, input }) => {
    const { services, scope } = context;
    const { aiAgentId } = input;
    return once(context, input, async (writing) => {
      const { transaction } = writing;
      await heldAgent(writing, scope, aiAgentId);
      const using = await inboxesOfAgent(transaction, scope, aiAgentId);
      if (using.length > 0)
        throw failure(
          'CONFLICT',
          `It answers in ${new Intl.ListFormat('en').format(using.map(({ fields }) => fields.name))}. Give ${using.length === 1 ? 'this inbox' : 'these inboxes'} another AI agent first, or none.`,
        );
      await deleteAgents(transaction, scope, [aiAgentId], services.now());
      await recordChange(transaction, context, {
        ...{ target: 'ai_agent', targetId: aiAgentId, version: null, fields: [] },
      });
      return { aiAgentId };
    });
  });

async function heldAgent({ transaction }: Writing, scope: OrgScope, id: string): Promise<AiAgents> {
  await holdOrganization(transaction, scope);
  const row = await findAgent(transaction, scope, id);
  if (!row) throw failure('NOT_FOUND', NO_AGENT);
  return row;
}

export async function readAgent(services: Services, scope: OrgScope, id: string, version?: number) {
  const row = await findAgent(services.database.db, scope, id);
  if (!row) throw failure('NOT_FOUND', NO_AGENT);
  return shownAgent(services, row, version);
}

async function mustBeFree({ transaction }: Writing, scope: OrgScope, given: string, except: string | null) {
  if (await isAgentNameTaken(transaction, scope, given, except))
    throw failure('CONFLICT', 'An AI agent has this name already. Choose another one.');
}

/**
 * Those of `ids` that are there.
 * @param stored what the agent has: a source of these that was deleted since is left out, because open pages still send it
 * @throws BAD_REQUEST for any other that is not there
 */
async function ownSources(
  { transaction }: Writing,
  scope: OrgScope,
  ids: readonly string[],
  stored: readonly string[],
): Promise<string[]> {
  const existing = await existingSources(transaction, scope, ids);
  const other = ids.find((id) => !existing.includes(id) && !stored.includes(id));
  if (other !== undefined)
    throw failure('BAD_REQUEST', `This organization has no knowledge source ${other}. Leave it out.`);
  return ids.filter((id) => existing.includes(id));
}

function mustHaveModel({ answering: { models } }: Services, model: string | null): void {
  if (model === null || models.includes(model)) return;
  const known = models.length === 0 ? 'This server has none: use null' : `Use one of ${models.join(', ')}, or null`;
  throw failure('BAD_REQUEST', `There is no such model. ${known}, and the articles answer.`);
}
