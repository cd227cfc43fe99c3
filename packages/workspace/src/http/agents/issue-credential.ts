/** Issues a credential for an agent: the specification's "POST /api/agents/credentials" and rules 6 to 9 of "Authentication". */
import { z } from 'zod';
import { AGENT_SECONDS } from '../../auth/auth-options.js';
import type { Person } from '../../callers/caller.js';
import { line } from '../../contract/fields.js';
import { mustFit } from '../../organizations/limits.js';
import type { Services } from '../../router/services.js';
import { holdLettingIn, permissionFor } from './let-in.js';

/** What is asked of everyone who lets an agent in. */
export const wantedPermission = {
  orgId: z.string().max(64),
  mode: z.enum(['read', 'write']),
  procedures: z.array(z.string().max(100)).min(1).max(500).optional(),
  consent: z.literal(true),
};

export const newCredential = z.object({
  ...wantedPermission,
  name: line(32),
  expiresIn: z.int().min(60).max(AGENT_SECONDS.most).default(AGENT_SECONDS.default),
});

export interface IssuedCredential {
  /** Shown once. */
  readonly key: string;
  readonly id: string;
  readonly expiresAt: string | null;
}

/** @throws FORBIDDEN and BAD_REQUEST as `holdLettingIn` and `permissionFor` do */
export async function issueCredential(
  person: Person,
  input: z.infer<typeof newCredential>,
  { auth, database }: Services,
): Promise<IssuedCredential> {
  const { orgId, name, expiresIn } = input;
  const { userId } = person;
  const issued = await database.db.transaction().execute(async (transaction) => {
    const rows = auth.rows(transaction);
    await holdLettingIn(transaction, person, orgId, rows);
    const permission = permissionFor(input);
    mustFit('credentials', await auth.issuer.countCredentials(rows, userId));
    return auth.issuer.issueCredential(rows, { userId, orgId, name, permission, expiresInSeconds: expiresIn });
  });
  return { key: issued.key, id: issued.id, expiresAt: issued.expiresAt && issued.expiresAt.toISOString() };
}
