/** The setup of an organization: its checklist, and what is so. */
import { z } from 'zod';
import type { OrganizationRow } from '../../auth/auth-rows.js';
import { failure } from '../../contract/errors.js';
import {
  dateTime,
  idempotencyKey,
  locale,
  organizationName,
  orgId,
  timeZone,
  webAddress,
} from '../../contract/fields.js';
import { firstOrganization } from '../../organizations/first-organization.js';
import { holdOrganization } from '../../organizations/hold.js';
import { inboxesOf } from '../../organizations/inboxes.js';
import { countMembers } from '../../organizations/limits.js';
import {
  checklistOf,
  factsOf,
  nextStep,
  percentOf,
  reachedBy,
  type SetupFacts,
  STEP_STATES,
  STEPS,
  type Step,
} from '../../organizations/onboarding.js';
import { agentFacts } from '../../setup/ai-agents/agent-facts.js';
import { countAgentArticles } from '../../setup/knowledge/page-rows.js';
import { defined } from '../changes/changed-fields.js';
import { once } from '../changes/once.js';
import { forMembers } from '../procedure.js';
import type { Services } from '../services.js';
import { agentGuide } from './agent-guide.js';
import { business, businessOf, organization, readOrganization } from './shown-organization.js';

const TAGS = ['Organization'];

const each = <T extends z.ZodType>(of: T) =>
  z.object(Object.fromEntries(STEPS.map((step) => [step, of])) as Record<Step, T>);

const state = z.object({
  steps: each(z.enum(STEP_STATES)),
  next: z.enum(STEPS).nullable().describe('The first step that is pending. Null: none is.'),
  answers: z
    .object({ name: z.string(), website: z.string().nullable(), timeZone: z.string(), locale: z.string(), business })
    .describe('What is known of the business so far.'),
});

const getState = forMembers({ availableBeforeApproval: true })
  .route({
    method: 'GET',
    path: '/onboarding/getState',
    tags: TAGS,
    summary: 'Read the checklist of the setup',
    description:
      'The steps as people have ticked them off, the answers so far, and the next step. What is so is in `onboarding.getStatus`.',
  })
  .input(z.object({ orgId }))
  .output(state)
  .handler(({ context: { services, scope } }) => readState(services, scope));

const count = z.int().nonnegative();
const status = z.object({
  facts: z.object({
    business: z.boolean().describe('The organization has a website.'),
    articles: count.describe('Articles that can be answered from: of inboxes, and of sources that were read.'),
    answeredBy: z.array(z.enum(['articles', 'model', 'agent', 'service'])).describe('Who answers in its inboxes.'),
    inboxes: count,
    hasOwnLook: z.boolean().describe('An inbox has a theme or a greeting.'),
    hasVisitors: z.boolean().describe('A page has shown the chat, and a visitor has begun a session.'),
    hasMessages: z.boolean().describe('There is a conversation with a message.'),
    members: count,
    aiAgents: count,
    publishedAgents: count.describe('AI agents of which a version was published.'),
    lastTestRun: z
      .object({ finishedAt: dateTime, passed: count, failed: count, worse: count })
      .nullable()
      .describe(
        'The newest one of written tests that came to its end; without one, of past questions. `worse`: answers that it showed to be lost.',
      ),
  }),
  reached: each(z.boolean().nullable()).describe(
    'Null: the server can’t know it. Without an AI agent there are no tests.',
  ),
  percent: z.int().min(0).max(100).describe('Of the steps that the server can know of.'),
});

const getStatus = forMembers({ availableBeforeApproval: true })
  .route({
    method: 'GET',
    path: '/onboarding/getStatus',
    tags: TAGS,
    summary: 'How far the setup is',
    description:
      'What is so, found out now: it never depends on what was ticked off. Drafts of inboxes count, archived ones don’t.',
  })
  .input(z.object({ orgId }))
  .output(status)
  .handler(async ({ context: { services, scope } }) => {
    const { auth, database, inboxes } = services;
    const rows = auth.rows();
    const [row, first, members, agents, agentArticles] = await Promise.all([
      findOrganization(services, scope),
      firstOrganization(rows, database.db),
      countMembers(rows, scope),
      agentFacts(database.db, scope),
      countAgentArticles(database.db, scope),
    ]);
    const known = await Promise.all(inboxesOf(inboxes, row, first).map(({ inboxId }) => inboxes.facts(inboxId)));
    const business = (row.website ?? null) !== null;
    const facts = factsOf({ business, members, agents, agentArticles }, known);
    const reached = reachedBy(facts);
    return { facts: shownFacts(facts), reached, percent: percentOf(reached) };
  });

const update = forMembers({ kind: 'write', role: 'admin', availableBeforeApproval: true })
  .route({
    method: 'POST',
    path: '/onboarding/update',
    tags: TAGS,
    summary: 'Tick steps of the setup off',
    description:
      'Sets the steps that are named to pending, done or skipped. Every member sees it; nothing else changes. Undo by setting them back.',
  })
  .input(z.object({ orgId, idempotencyKey, steps: each(z.enum(STEP_STATES)).partial().strict() }))
  .output(state)
  .handler(async ({ context, input }) => {
    const { services, scope } = context;
    const at = services.now();
    const given = Object.entries(defined(input.steps));
    const rows = given.map(([step, its]) => ({ org_id: scope, step, state: its, updated_at: at }));
    if (rows.length === 0) throw failure('BAD_REQUEST', `Name a step: ${STEPS.join(', ')}.`);
    await once(context, input, async ({ transaction }) => {
      await holdOrganization(transaction, scope);
      for (const row of rows)
        await transaction
          .insertInto('onboarding_step')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['org_id', 'step']).doUpdateSet({ state: row.state, updated_at: at }),
          )
          .execute();
      return { steps: rows.length };
    });
    return readState(services, scope);
  });

const { description, industry, supportEmail, tone } = business.shape;

const setBusiness = forMembers({ kind: 'write', role: 'admin', availableBeforeApproval: true })
  .route({
    method: 'POST',
    path: '/onboarding/setBusiness',
    tags: TAGS,
    summary: 'Describe the business',
    description:
      'Sets what the organization is called, its website, and the fields that are named; others stay as they are. Every member sees the change. Undo with `organization.update`.',
  })
  .input(
    z.object({
      orgId,
      idempotencyKey,
      name: organizationName,
      website: webAddress,
      description: description.optional(),
      industry: industry.optional(),
      supportEmail: supportEmail.optional(),
      tone: tone.optional(),
      timeZone: timeZone.optional(),
      locale: locale.optional(),
    }),
  )
  .output(organization)
  .handler(async ({ context, input }) => {
    const { services, scope } = context;
    const {
      name,
      website,
      timeZone: zone,
      locale: language,
      orgId: _orgId,
      idempotencyKey: _key,
      ...described
    } = input;
    await once(context, input, async ({ rows, transaction }) => {
      await holdOrganization(transaction, scope);
      const before = await rows.find('organization', { id: scope });
      if (!before) throw failure('NOT_FOUND', NO_ORGANIZATION);
      const version = before.version + 1;
      await rows.update(
        'organization',
        { id: scope },
        {
          ...defined({ timeZone: zone, locale: language }),
          ...{ name, website, version },
          business: JSON.stringify({ ...businessOf(before), ...defined(described) }),
        },
      );
      return { version };
    });
    return readOrganization(services, scope);
  });

export const onboarding = { getState, getStatus, agentGuide, update, setBusiness };

function shownFacts({
  agents,
  answeredBy,
  articlesOfInboxes: _own,
  ...facts
}: SetupFacts): z.output<typeof status>['facts'] {
  const { aiAgents, published, lastRun } = agents;
  return {
    ...facts,
    ...{ answeredBy: [...answeredBy], aiAgents, publishedAgents: published },
    lastTestRun: lastRun && {
      ...{ passed: lastRun.passed, failed: lastRun.failed, worse: lastRun.worse },
      finishedAt: new Date(lastRun.at).toISOString(),
    },
  };
}

const NO_ORGANIZATION = 'There is no such organization.';

async function findOrganization({ auth }: Services, id: string): Promise<OrganizationRow> {
  const row = await auth.rows().find('organization', { id });
  if (!row) throw failure('NOT_FOUND', NO_ORGANIZATION);
  return row;
}

async function readState(services: Services, id: string): Promise<z.infer<typeof state>> {
  const [{ name, website, timeZone: zone, locale: language, business: described }, rows] = await Promise.all([
    readOrganization(services, id),
    services.database.db.selectFrom('onboarding_step').select(['step', 'state']).where('org_id', '=', id).execute(),
  ]);
  const steps = checklistOf(rows);
  const answers = { name, website, timeZone: zone, locale: language, business: described };
  return { steps, next: nextStep(steps), answers };
}
