/** A process is killed without warning while it carries out a test run. The next one goes on behind its last answer. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { onBothDatabases } from '../support/both-databases.js';
import { answered, openAgents } from './agents.js';

const RUN = fileURLToPath(new URL('./run-and-die.mjs', import.meta.url));
const TESTS = 6;

onBothDatabases('a test run whose process is killed', (newDatabase) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'service-killed-run-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('is carried out to its end by the next one, and no question is lost or counted twice', async () => {
    const url = await newDatabase();
    const first = await openAgents(url, { dataDir });
    const tests = Array.from({ length: TESTS }, (_, n) => ({ question: `Question ${n}`, expect: 'answered' }));
    const aiAgentId = await first.create('Hei', { tests });
    const { orgId } = first.owner;
    await first.w.dispose();

    const asked = join(dataDir, 'asked');
    for (const killedAt of [0, 2]) {
      const args = [RUN, dataDir, url ?? '', asked, String(killedAt), orgId, aiAgentId];
      const { signal, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      expect([signal, stderr]).toEqual(['SIGKILL', '']);
    }
    expect(readFileSync(asked, 'utf8').trim().split('\n')).toEqual([
      'Question 0',
      'Question 0',
      'Question 1',
      'Question 2',
    ]);

    // Until the lease of the dead one is over no other takes the run up.
    const next = await openAgents(url, {
      dataDir,
      ahead: 30 * 60_000,
      known: first.owner,
      script: () => answered('Yes.'),
    });
    const { db } = next.w.workspace.services.database;
    const [run] = await db.selectFrom('ai_agent_run').select(['id', 'attempt']).execute();
    expect(await next.runsEnd(run?.id as string)).toMatchObject({
      state: 'done',
      total: TESTS,
      asked: TESTS,
      passed: TESTS,
    });
    expect(next.asked.map(({ history }) => history[0]?.text)).toEqual([
      'Question 2',
      'Question 3',
      'Question 4',
      'Question 5',
    ]);
    await next.w.dispose();
  });
});
