/** Keys of an organization, for its own backends. */
import { z } from 'zod';
import { organizationKey } from '../auth/auth-rows.js';
import { failure } from '../contract/errors.js';
import { dateTime, idempotencyKey, line, orgId } from '../contract/fields.js';
import { holdOrganization } from '../organizations/hold.js';
import { mustFit } from '../organizations/limits.js';
import { once } from './changes/once.js';
import { forMembers } from './procedure.js';

const TAGS = ['Organization'];
const YEAR_SECONDS = 365 * 24 * 3_600;

const scopes = z
  .array(z.enum(['read', 'write']))
  .min(1, 'Name at least one scope.')
  .transform((given) => [...new Set(given)].sort());

const key = z.object({
  keyId: z.string(),
  name: z.string(),
  start: z.string().nullable().describe('The first characters of the key, to tell keys apart.'),
  scopes: z.array(z.string()),
  createdAt: dateTime,
  expiresAt: dateTime.nullable(),
  lastUsedAt: dateTime.nullable(),
});

const list = forMembers({ role: 'admin', sessionOnly: true })
  .route({
    method: 'GET',
    path: '/apiKeys/list',
    tags: TAGS,
    summary: 'List the keys',
    description: 'The keys of the organization. The keys themselves are never shown again.',
  })
  .input(z.object({ orgId }))
  .output(z.object({ items: z.array(key) }))
  .handler(async ({ context: { services, scope } }) => ({
    items: (await services.auth.listKeys(scope)).map(({ id, createdAt, expiresAt, lastUsedAt, ...row }) => ({
      keyId: id,
      name: row.name,
      start: row.start,
      scopes: [...row.scopes],
      createdAt: new Date(createdAt).toISOString(),
      expiresAt: isoOf(expiresAt),
      lastUsedAt: isoOf(lastUsedAt),
    })),
  }));

const create = forMembers({ kind: 'write', role: 'admin', sessionOnly: true, issuesSecret: true })
  .route({
    method: 'POST',
    path: '/apiKeys/create',
    tags: TAGS,
    summary: 'Issue a key',
    description:
      'Issues a key for a backend of yours. It is shown once. Keep it on a server: it must never reach a browser. Undo by revoking it.',
  })
  .input(
    z.object({
      orgId,
      name: line(32),
      scopes,
      expiresIn: z
        .int()
        .min(60)
        .max(10 * YEAR_SECONDS)
        .nullable()
        .default(null)
        .describe('Seconds; null: until it is revoked.'),
    }),
  )
  .output(z.object({ keyId: z.string(), key: z.string(), expiresAt: dateTime.nullable() }))
  .handler(async ({ context: { services, scope }, input }) => {
    const { database, auth } = services;
    const {
      id,
      key: secret,
      expiresAt,
    } = await database.db.transaction().execute(async (transaction) => {
      await holdOrganization(transaction, scope);
      const rows = auth.rows(transaction);
      mustFit('keys', await auth.issuer.countKeys(rows, scope));
      const { name, scopes: given, expiresIn } = input;
      return auth.issuer.issueKey(rows, { orgId: scope, name, scopes: given, expiresInSeconds: expiresIn });
    });
    return { keyId: id, key: secret, expiresAt: isoOf(expiresAt) };
  });

const revoke = forMembers({ kind: 'destructive', role: 'admin', sessionOnly: true })
  .route({
    method: 'POST',
    path: '/apiKeys/revoke',
    tags: TAGS,
    summary: 'Revoke a key',
    description: 'Ends a key at once. What was read with it stays read. A new key must be issued to undo.',
  })
  .input(z.object({ orgId, idempotencyKey, keyId: z.string().max(64) }))
  .output(z.object({ keyId: z.string() }))
  .handler(async ({ context, input }) => {
    const { keyId } = input;
    await once(context, input, async ({ rows }) => {
      const removed = await rows.remove('apikey', organizationKey(context.scope, keyId));
      if (removed === 0) throw failure('NOT_FOUND', 'This organization has no such key.');
      return { keyId };
    });
    context.services.auth.keys.forgetRead();
    return { keyId };
  });

export const apiKeys = { list, create, revoke };

const isoOf = (date: Date | null): string | null => (date === null ? null : new Date(date).toISOString());
