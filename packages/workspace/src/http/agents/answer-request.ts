/** A person answers an agent that asks for access: the specification's rule 10. The library has signed what was asked. */
import type { Transaction } from 'kysely';
import { z } from 'zod';
import { AGENT_SECONDS } from '../../auth/auth-options.js';
import type { AccessRequest } from '../../auth/linking/linking.js';
import type { Person } from '../../callers/caller.js';
import { failure } from '../../contract/errors.js';
import type { Tables } from '../../database/tables.js';
import { insertGrant, MOST_GRANTS, ongoingGrants } from '../../organizations/agent-grants.js';
import type { Services } from '../../router/services.js';
import { wantedPermission } from './issue-credential.js';
import { holdLettingIn, permissionFor } from './let-in.js';

const request = z.string().min(1).max(8_000).describe('The signed request, as it is in the address of the page.');

export const shownRequest = z.object({ request });

export const answeredRequest = z.discriminatedUnion('accept', [
  z.object({ request, accept: z.literal(false) }),
  z.object({
    request,
    accept: z.literal(true),
    ...wantedPermission,
    expiresIn: z.int().min(60).max(AGENT_SECONDS.most).default(AGENT_SECONDS.default),
  }),
]);

export interface ShownRequest {
  /** As the client calls itself. */
  readonly clientName: string;
  readonly redirectHost: string;
  /** Any program can register itself: no one has checked what it says of itself. */
  readonly verified: false;
  readonly scopes: readonly string[];
}

const CHANGED = 'This request was changed on its way, or is too old. Start again in the program that asks.';

/** @throws BAD_REQUEST when the request was changed or has expired */
export async function showRequest(
  { request: signed }: z.infer<typeof shownRequest>,
  services: Services,
): Promise<ShownRequest> {
  const { clientName, redirectUri, scopes } = await readRequest(signed, services);
  return { clientName, redirectHost: new URL(redirectUri).host, verified: false, scopes };
}

/**
 * @param headers with the person's cookie
 * @returns where the browser goes: the client waits there
 * @throws FORBIDDEN and BAD_REQUEST as `holdLettingIn` and `permissionFor` do
 */
export async function answerRequest(
  person: Person,
  headers: Headers,
  input: z.infer<typeof answeredRequest>,
  services: Services,
): Promise<{ readonly url: string }> {
  const { auth, database } = services;
  const asked = await readRequest(input.request, services);
  if (!input.accept) return went(await auth.linking.answer(headers, input.request, { accept: false }));
  const permission = permissionFor(input);
  const [id, now] = [services.newId('con'), services.now()];
  const { clientId, clientName, redirectUri, scopes } = asked;
  await database.db.transaction().execute(async (transaction) => {
    await holdLettingIn(transaction, person, input.orgId, auth.rows(transaction));
    await mustHaveRoom(transaction, person, now);
    await insertGrant(transaction, {
      ...{ id, clientId, clientName, permission, scopes },
      orgId: input.orgId,
      ...{ userId: person.userId, sessionId: person.sessionId },
      redirectHost: new URL(redirectUri).host,
      ...{ createdAt: now, expiresAt: now + input.expiresIn * 1_000 },
    });
  });
  // A grant without a token lets no one in, so one that is left behind by a failure is swept with the expired ones.
  return went(await auth.linking.answer(headers, input.request, { accept: true, grantId: id, scopes }));
}

async function readRequest(signed: string, { auth }: Services): Promise<AccessRequest> {
  const asked = await auth.linking.read(signed);
  if (!asked) throw failure('BAD_REQUEST', CHANGED);
  return asked;
}

function went(url: string | null): { readonly url: string } {
  if (url === null) throw failure('BAD_REQUEST', CHANGED);
  return { url };
}

async function mustHaveRoom(transaction: Transaction<Tables>, { userId }: Person, now: number): Promise<void> {
  const grants = await ongoingGrants(transaction, now).where('user_id', '=', userId).execute();
  if (grants.length >= MOST_GRANTS)
    throw failure('FORBIDDEN', `A person links at most ${MOST_GRANTS} agents. Revoke some first.`, { reason: 'limit' });
}
