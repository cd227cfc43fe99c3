/** The keys with which the site of an inbox signs who its visitors are: made, replaced, revoked. A secret is shown once. */
import { addKey, type KeyRing, newIdentityKey, revokeKey } from '@service/realtime-server/identity';
import { z } from 'zod';
import { failure } from '../../../contract/errors.js';
import { idempotencyKey, orgId } from '../../../contract/fields.js';
import { shownKey } from '../../../setup/inboxes/identity-keys.js';
import { inboxId } from '../../../setup/inboxes/inbox-fields.js';
import { openRing, sealRing } from '../../../setup/inboxes/sealed-ring.js';
import { once } from '../../changes/once.js';
import { forMembers } from '../../procedure.js';
import { changeableInbox, storeChange, TAGS } from './inbox-rules.js';
import { readInbox } from './shown-inbox.js';

const HOUR_MS = 3_600_000;
const MOST_GRACE_HOURS = 90 * 24;

export const createIdentityKey = forMembers({ kind: 'write', role: 'admin', sessionOnly: true, issuesSecret: true })
  .route({
    method: 'POST',
    path: '/inboxes/createIdentityKey',
    tags: TAGS,
    summary: 'Create an identity key',
    description:
      'Makes a key with which your site’s server signs who its visitors are, and shows its secret once. `replacesInHours`: the keys before it are taken for so long, and then no more. Undo by revoking it.',
  })
  .input(
    z.object({
      orgId,
      inboxId,
      replacesInHours: z
        .int()
        .min(0)
        .max(MOST_GRACE_HOURS)
        .nullable()
        .default(null)
        .describe('Null: those before it stay as they are.'),
    }),
  )
  .output(z.object({ kid: z.string(), secret: z.string(), iss: z.string().describe('`iss` of the tokens.') }))
  .handler(async ({ context, input }) => {
    const { masterKey, now, random } = context.services;
    const key = newIdentityKey(now(), random);
    const { iss } = await once(context, {}, async ({ transaction }) => {
      const before = await changeableInbox(transaction, context, input.inboxId);
      if (!before.fields.identity)
        throw failure('CONFLICT', 'This inbox identifies no visitors. Set `identity` of the inbox first.');
      const ring = openRing(masterKey, before.id, before.identityKeys);
      const grace = input.replacesInHours === null ? null : input.replacesInHours * HOUR_MS;
      const changed = orRefuse('CONFLICT', () => addKey(ring, key, now(), grace));
      const identityKeys = sealRing(masterKey, before.id, changed);
      await storeChange(transaction, context, before, { identityKeys });
      return { iss: before.fields.identity.organization };
    });
    await context.services.inboxesChanged();
    return { kid: key.kid, secret: key.secret, iss };
  });

export const revokeIdentityKey = forMembers({ kind: 'destructive', role: 'admin' })
  .route({
    method: 'POST',
    path: '/inboxes/revokeIdentityKey',
    tags: TAGS,
    summary: 'Revoke an identity key',
    description:
      'From now on no token of this key is taken, and visitors who came with one are out within a second. A new key must be made to undo.',
  })
  .input(z.object({ orgId, idempotencyKey, inboxId, kid: z.string().max(64) }))
  .output(z.object({ identityKeys: z.array(shownKey) }))
  .handler(async ({ context, input }) => {
    const { masterKey, now } = context.services;
    await once(context, input, async ({ transaction }) => {
      const before = await changeableInbox(transaction, context, input.inboxId);
      const opened = openRing(masterKey, before.id, before.identityKeys);
      const ring = orRefuse('NOT_FOUND', () => revokeKey(opened, input.kid, now()));
      const identityKeys = sealRing(masterKey, before.id, ring);
      return { version: await storeChange(transaction, context, before, { identityKeys }) };
    });
    await context.services.inboxesChanged();
    const { identityKeys } = await readInbox(context.services, context.scope, input.inboxId);
    return { identityKeys };
  });

/** The rules of a ring throw an error with a sentence for the person who asks. */
function orRefuse(code: 'CONFLICT' | 'NOT_FOUND', change: () => KeyRing): KeyRing {
  try {
    return change();
  } catch (error) {
    throw failure(code, (error as Error).message);
  }
}
