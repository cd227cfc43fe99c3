/** What is swept of linked agents once a day, in an installation with more of them than are listed at once. */
import { expect, it } from 'vitest';
import { insertGrant, ongoingGrants, sweepGrants } from '../../dist/organizations/agent-grants.js';
import { onBothDatabases } from '../support/both-databases.js';
import { openTestWorkspace } from '../support/open-test-workspace.js';

const MANY = 1_010;
const HOUR_MS = 3_600_000;

onBothDatabases('grants of linked agents', (newDatabase) => {
  it('stay while their session does, however many there are, and go with it or with their time', async () => {
    const w = await openTestWorkspace(await newDatabase());
    const { orgId, userId } = await w.owner();
    const { services } = w.workspace;
    const { db } = services.database;
    const rows = services.auth.rows();
    const now = services.now();
    const grant = async (sessionId: string, expiresAt = now + HOUR_MS): Promise<string> => {
      const id = services.newId('con');
      const about = { clientId: 'client', clientName: 'Notebook', redirectHost: 'localhost', scopes: [] };
      const permission = { mode: 'read', procedures: null } as const;
      await insertGrant(db, { id, orgId, userId, sessionId, ...about, permission, createdAt: now, expiresAt });
      return id;
    };
    for (let n = 0; n < MANY; n++) {
      const at = new Date(now);
      const session = { id: `ses_${n}`, userId, token: `token-${n}`, ipAddress: null, userAgent: null };
      await rows.create('session', {
        ...session,
        createdAt: at,
        updatedAt: at,
        expiresAt: new Date(now + HOUR_MS),
      } as never);
      await grant(session.id);
    }
    const ended = await grant('ses_that_ended');
    const over = await grant('ses_1', now - 1);
    await sweepGrants(services);
    expect(await ongoingGrants(db, now).execute()).toHaveLength(MANY);
    const left = (await db.selectFrom('agent_grant').select('id').execute()).map(({ id }) => id);
    expect([left.length, left.includes(ended), left.includes(over)]).toEqual([MANY, false, false]);
    await w.dispose();
  });
});
