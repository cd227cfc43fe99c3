/** Changes of an inbox: its fields, whether visitors see it, and its end. */
import { z } from 'zod';
import { failure } from '../../../contract/errors.js';
import { idempotencyKey, orgId, version } from '../../../contract/fields.js';
import { aiAgentId, changedFields, inboxId, teamsOfInbox } from '../../../setup/inboxes/inbox-fields.js';
import { whyNot } from '../../../setup/inboxes/inbox-states.js';
import { defined } from '../../changes/changed-fields.js';
import { once } from '../../changes/once.js';
import { mustBeTeams } from '../../members/member-rules.js';
import { forMembers } from '../../procedure.js';
import { changeableInbox, mustBeAgent, storeChange, TAGS } from './inbox-rules.js';
import { readInbox, shownInbox } from './shown-inbox.js';

export const update = forMembers({ kind: 'write', role: 'admin' })
  .route({
    method: 'POST',
    path: '/inboxes/update',
    tags: TAGS,
    summary: 'Change an inbox',
    description:
      'Changes the fields that are named. `state`: `live` or `paused`. Open chats follow at once, and pages within a minute. Every member sees the change. Undo by changing the fields back.',
  })
  .input(
    z.object({
      orgId,
      idempotencyKey,
      inboxId,
      version: version.describe('That the change is based on.'),
      state: z.enum(['live', 'paused']).optional(),
      ...changedFields,
      aiAgentId: aiAgentId.optional(),
      teamIds: teamsOfInbox.optional(),
    }),
  )
  .output(shownInbox)
  .handler(async ({ context, input }) => {
    const { services, scope } = context;
    const { orgId: _orgId, idempotencyKey: _key, inboxId: id, version, ...given } = input;
    const change = defined(given);
    await once(context, input, async (writing) => {
      const { transaction } = writing;
      const before = await changeableInbox(transaction, context, id, version);
      const why = whyNot(before.state, change.state ?? before.state);
      if (why !== null || before.state === 'archived') throw failure('CONFLICT', why ?? 'It is archived for good.');
      await mustBeTeams(writing, scope, change.teamIds ?? []);
      await mustBeAgent(transaction, scope, change.aiAgentId ?? null);
      return { version: await storeChange(transaction, context, before, change) };
    });
    await services.inboxesChanged();
    return readInbox(services, scope, id);
  });

export const archive = forMembers({ kind: 'destructive', role: 'admin' })
  .route({
    method: 'POST',
    path: '/inboxes/archive',
    tags: TAGS,
    summary: 'Archive an inbox',
    description:
      'Takes an inbox away from its visitors for good; open chats end at once. The team can still read its conversations. A new inbox must be made to undo.',
  })
  .input(z.object({ orgId, idempotencyKey, inboxId }))
  .output(z.object({ inboxId: z.string(), open: z.int().describe('How many of its conversations are not closed.') }))
  .handler(async ({ context, input }) => {
    const { services } = context;
    await once(context, input, async ({ transaction }) => {
      const before = await changeableInbox(transaction, context, input.inboxId);
      if (before.state === 'archived') return { version: before.version };
      return { version: await storeChange(transaction, context, before, { state: 'archived' }) };
    });
    await services.inboxesChanged();
    return { inboxId: input.inboxId, open: await services.inboxes.openConversations(input.inboxId) };
  });
