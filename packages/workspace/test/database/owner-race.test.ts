/** Two browsers open the owner link at the same moment, again and again. */
import { expect, it } from 'vitest';
import { alwaysOnBothDatabases } from '../support/both-databases.js';
import { openTestWorkspace } from '../support/open-test-workspace.js';

const ROUNDS = process.env.LONG === '1' ? 50 : 5;

alwaysOnBothDatabases('the owner link', (newDatabase) => {
  it(`makes one owner of two who race for it, in ${ROUNDS} rounds`, {
    timeout: 120_000 + ROUNDS * 12_000,
  }, async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const w = await openTestWorkspace(await newDatabase());
      try {
        const secret = w.ownerSecret();
        const claim = (name: string) => w.claim(name, secret);
        const answers = await Promise.all([claim('ada'), claim('eve')]);
        expect(answers.map(({ status }) => status).sort(), `round ${round}`).toEqual([200, 403]);
        const winner = answers.find(({ status }) => status === 200)?.body.userId;
        const { auth, database } = w.workspace.services;
        const rows = auth.rows();
        const [users, owners, organizations, admins] = await Promise.all([
          rows.list('user', {}),
          rows.list('member', { role: 'owner' }),
          rows.list('organization', { demo: false }),
          database.db.selectFrom('installation_admin').selectAll().execute(),
        ]);
        expect(users.map(({ id }) => id)).toEqual([winner]);
        expect(new Set(owners.map(({ userId }) => userId))).toEqual(new Set([winner]));
        expect(organizations).toHaveLength(1);
        expect(admins.map(({ user_id: id }) => id)).toEqual([winner]);
        expect(await claim('mallory')).toMatchObject({ status: 403 });
      } finally {
        // Each holds connections, and PostgreSQL has 200 of them.
        await w.dispose();
      }
    }
  });
});
