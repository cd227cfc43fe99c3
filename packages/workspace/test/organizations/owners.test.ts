/** An organization always has an owner, also when its owners change each other in the same moment. */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onBothDatabases } from '../support/both-databases.js';
import { openTestWorkspace, type Person, type TestWorkspace } from '../support/open-test-workspace.js';

const PATIENT = { timeout: 60_000, interval: 20 };

onBothDatabases('the owners of an organization', (newDatabase) => {
  let w: TestWorkspace;
  beforeEach(async () => {
    w = await openTestWorkspace(await newDatabase());
  });
  afterEach(() => w.dispose());

  /** Both changes are under way before either can be written. The embedded database has one writer, and needs no such care. */
  async function inTheSameMoment<T>(change: () => Promise<T>): Promise<T> {
    const { db, type } = w.workspace.services.database;
    if (type === 'sqlite') return change();
    let changed = Promise.resolve() as Promise<unknown>;
    await db.transaction().execute(async (transaction) => {
      await sql`SET LOCAL idle_in_transaction_session_timeout = '60s'`.execute(transaction);
      await sql`SELECT id FROM member FOR UPDATE`.execute(transaction);
      changed = change();
      // Asked outside of the transaction, in which the answer would always be the first one.
      await vi.waitFor(async () => {
        const { rows } = await sql`SELECT pid FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
        expect(rows).toHaveLength(2);
      }, PATIENT);
    });
    return changed as Promise<T>;
  }

  it('are never none when two make each other members', async () => {
    const ada = await w.owner();
    const { orgId } = ada;
    const omar = await w.invited(ada, 'owner', 'Omar');
    const { items } = (await w.get(`/api/rpc/members/list?orgId=${orgId}`, ada)).body;
    const [adaId, omarId] = items.map(({ memberId }: { memberId: string }) => memberId);
    const down = (memberId: string, by: Person) =>
      w.post('/api/rpc/members/update', { orgId, memberId, role: 'member' }, by);
    const answers = await inTheSameMoment(() => Promise.all([down(omarId, ada), down(adaId, omar)]));
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    const owners = await w.workspace.services.auth.rows().count('member', { organizationId: orgId, role: 'owner' });
    expect(owners).toBe(1);
  });
});
