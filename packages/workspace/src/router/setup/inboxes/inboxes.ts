/** The inboxes of an organization: which there are, and new ones. */
import { CONSOLE_INBOX } from '@service/realtime-server/ports';
import { z } from 'zod';
import { failure } from '../../../contract/errors.js';
import { idempotencyKey, orgId } from '../../../contract/fields.js';
import { holdOrganization } from '../../../organizations/hold.js';
import { mustFit } from '../../../organizations/limits.js';
import { recordWordings, shownWording, wordingsOf } from '../../../setup/inboxes/consent-wordings.js';
import { aiAgentId, inboxFields, inboxId, teamsOfInbox } from '../../../setup/inboxes/inbox-fields.js';
import { countInboxes, insertInbox, pageOfInboxes } from '../../../setup/inboxes/inbox-rows.js';
import { once } from '../../changes/once.js';
import { recordChange } from '../../changes/record-change.js';
import { mustBeTeams } from '../../members/member-rules.js';
import { forMembers } from '../../procedure.js';
import { archive, update } from './change-inbox.js';
import { checkTheme, embedCode, preview } from './embedding.js';
import { createIdentityKey, revokeIdentityKey } from './identity-keys.js';
import { mustBeAgent, TAGS } from './inbox-rules.js';
import { foldersIn, readInbox, shownInbox, shownInboxes } from './shown-inbox.js';
import { verifyInstall } from './verify-install.js';

const PAGE = { most: 100, usual: 50 } as const;

const list = forMembers({ availableBeforeApproval: true })
  .route({
    method: 'GET',
    path: '/inboxes/list',
    tags: TAGS,
    summary: 'List the inboxes',
    description:
      'All inboxes of the organization, with their state and where they were seen: first folders of the operator, which are only read here, then those that its team manages, each by id. Every member sees them.',
  })
  .input(
    z.object({
      orgId,
      cursor: z.string().max(64).optional().describe('`nextCursor` of the page before.'),
      limit: z.int().min(1).max(PAGE.most).default(PAGE.usual),
    }),
  )
  .output(
    z.object({ items: z.array(shownInbox), nextCursor: z.string().optional().describe('Absent: this is the end.') }),
  )
  .handler(async ({ context: { services, scope }, input: { cursor, limit } }) => {
    const isBehindFolders = cursor?.startsWith(CONSOLE_INBOX) ?? false;
    const folders = isBehindFolders ? [] : await foldersIn(services, scope);
    const left = folders.filter(({ id }) => cursor === undefined || id > cursor);
    // Only the database compares ids of its own: its order may be that of a language.
    const after = isBehindFolders ? (cursor ?? null) : null;
    // One more than is shown says whether there is another page.
    const own = await pageOfInboxes(services.database.db, scope, { after, limit: limit + 1 });
    const found = [...left, ...own];
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: await shownInboxes(services, shown),
      ...(found.length > limit && last && { nextCursor: last.id }),
    };
  });

const get = forMembers({ availableBeforeApproval: true })
  .route({
    method: 'GET',
    path: '/inboxes/get',
    tags: TAGS,
    summary: 'Read an inbox',
    description:
      'All fields of an inbox, and each wording that its visitors could agree to, the newest first. Every member sees them.',
  })
  .input(z.object({ orgId, inboxId }))
  .output(shownInbox.extend({ consentWordings: z.array(shownWording) }))
  .handler(async ({ context: { services, scope }, input }) => ({
    ...(await readInbox(services, scope, input.inboxId)),
    consentWordings: await wordingsOf(services.database.db, input.inboxId),
  }));

const create = forMembers({ kind: 'write', role: 'admin', availableBeforeApproval: true })
  .route({
    method: 'POST',
    path: '/inboxes/create',
    tags: TAGS,
    summary: 'Create an inbox',
    description:
      'Makes an inbox for the pages of `allowedOrigins`. It is a draft, which no visitor sees, unless `live` is true. Every member sees it. Undo by archiving it.',
  })
  .input(
    z.object({
      orgId,
      idempotencyKey,
      channel: z.literal('web').default('web'),
      live: z.boolean().default(false).describe('True: visitors see it at once. The organization must be approved.'),
      ...inboxFields.shape,
      aiAgentId: aiAgentId.default(null),
      teamIds: teamsOfInbox.default([]),
    }),
  )
  .output(shownInbox)
  .handler(async ({ context, input }) => {
    const { services, scope } = context;
    const { live, teamIds: teams, aiAgentId: agent } = input;
    const fields = inboxFields.strip().parse(input);
    const made = await once(context, input, async (writing) => {
      const { rows, transaction } = writing;
      await holdOrganization(transaction, scope);
      mustFit('inboxes', await countInboxes(transaction, scope));
      if (live) mustBeApproved(await rows.find('organization', { id: scope }));
      await mustBeTeams(writing, scope, teams);
      await mustBeAgent(transaction, scope, agent);
      const [id, at] = [services.newId('inb'), services.now()];
      const state = live ? 'live' : 'draft';
      await insertInbox(transaction, { id, orgId: scope, state, fields, aiAgentId: agent, teamIds: teams, at });
      await recordWordings(transaction, id, fields, at);
      const names = [...Object.keys(fields), 'aiAgentId', 'teamIds', 'state'];
      await recordChange(transaction, context, { target: 'inbox', targetId: id, version: 1, fields: names });
      return { inboxId: id };
    });
    await services.inboxesChanged();
    return readInbox(services, scope, made.inboxId);
  });

function mustBeApproved(organization: { readonly approved: boolean } | null): void {
  if (!organization?.approved)
    throw failure(
      'FORBIDDEN',
      'This organization waits for approval by an admin of the installation. Make a draft, and set it live afterwards.',
      { reason: 'approval_pending' },
    );
}

export const inboxes = {
  ...{ list, get, create, update, archive },
  ...{ checkTheme, embedCode, preview, verifyInstall },
  ...{ createIdentityKey, revokeIdentityKey },
};
