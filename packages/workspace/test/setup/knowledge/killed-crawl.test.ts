/** A node is killed without warning while it reads a website. The next one goes on, and no page is noted twice. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { outside } from '../../../../realtime-server/test/outgoing/fake-internet.js';
import { LEASE_MS } from '../../../dist/setup/knowledge/reading/turns.js';
import { onBothDatabases } from '../../support/both-databases.js';
import { openKnowledgeWorkspace } from '../../support/knowledge-workspace.js';
import { openTestWorkspace, unreadKnowledge } from '../../support/open-test-workspace.js';
import { EXPECTED, fixtureSite, SITE } from './fixture-site.js';

const CRAWL = fileURLToPath(new URL('./crawl.mjs', import.meta.url));

onBothDatabases('a website whose reader is killed', (newDatabase) => {
  it('is read on by the next node', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'service-crawl-'));
    const databaseUrl = await newDatabase();
    const site = fixtureSite();
    let kill = (): void => undefined;
    const world = await outside((request, response) => {
      site.listener(request, response);
      // In the middle: what it has just answered is not stored yet.
      if (site.asked.length === 25) kill();
    });
    const before = await openTestWorkspace(databaseUrl, { dataDir, knowledge: unreadKnowledge });
    const person = await before.owner();
    const { orgId } = person;
    const agent = await before.post('/api/rpc/aiAgents/create', { orgId, name: 'Assistant' }, person);
    const website = { type: 'website', website: { startUrl: SITE }, aiAgentIds: [agent.body.aiAgentId] };
    const made = await before.post('/api/rpc/knowledge/create', { orgId, ...website }, person);
    await before.dispose();

    const child = spawn(process.execPath, [CRAWL, dataDir, databaseUrl ?? '', String(world.port), '0'], {
      stdio: 'inherit',
    });
    kill = () => child.kill('SIGKILL');
    const [, signal] = await new Promise<unknown[]>((resolve) => child.once('exit', (...how) => resolve(how)));
    expect(signal).toBe('SIGKILL');

    const w = await openKnowledgeWorkspace(databaseUrl, {
      ...{ dataDir, person, network: world.network },
      // Another node waits until the lease has run out; the embedded database has no other node.
      ahead: databaseUrl === null ? 0 : LEASE_MS + 1_000,
    });
    const source = await w.settled(made.body.sourceId);
    expect(source).toMatchObject({ state: 'partly', pages: { waiting: 0, read: 39, skipped: 8, failed: 3 } });
    const { body } = await w.read('get', { sourceId: source.sourceId, limit: '100' });
    const pages = body.pages.items.map((page: { address: string; state: string }) => [
      page.address.slice(SITE.length),
      page.state,
    ]);
    expect(pages).toHaveLength(50);
    expect(Object.fromEntries(pages)).toEqual(EXPECTED);
    // The page in flight is asked for again, the others are not.
    const again = site.asked.slice(25).filter((url) => url.startsWith('/help/') && site.asked.indexOf(url) < 24);
    expect(again.filter((url) => !/^\/help\/[1235]$/.test(url))).toEqual([]);
    await w.dispose();
    await world.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
});
