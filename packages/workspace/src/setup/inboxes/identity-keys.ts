/** The keys with which a site signs who its visitors are. They are stored sealed; the rules of a ring are those of folder inboxes. */
import { type KeyRing, keyStateOf } from '@service/realtime-server/identity';
import { z } from 'zod';
import { dateTime } from '../../contract/fields.js';

export const shownKey = z.object({
  kid: z.string(),
  state: z
    .enum(['active', 'retiring', 'retired', 'revoked'])
    .describe('Tokens of an active and of a retiring key are taken.'),
  createdAt: dateTime.nullable(),
  notAfter: dateTime.nullable().describe('It is being replaced, and taken until then.'),
  revokedAt: dateTime.nullable(),
});

export const shownRing = (ring: KeyRing, now: number): z.input<typeof shownKey>[] =>
  ring.map((key) => ({
    kid: key.kid,
    state: keyStateOf(key, now) as z.input<typeof shownKey>['state'],
    createdAt: key.createdAt ?? null,
    notAfter: key.notAfter ?? null,
    revokedAt: key.revokedAt ?? null,
  }));
