/**
 * The whole server of version 0.1.0, built from its commit: the headless client of this tree works with it, and the server of
 * this tree goes on with the data it leaves. In `npm run test:long` only. `OLD_TREE=/folder` names a tree that is built already.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMIT, checkOut, hasCommit } from '../../fixtures/0.1.0/check-out.mjs';
import { LONG } from '../../support/runs/results.js';
import { FACTS, startFixtureServer } from '../../support/sites/version-0.1.0.js';
import { NodeBrowser, type NodePage } from '../../support/wire/node-client.js';

const given = process.env.OLD_TREE;
const runs = LONG && (given !== undefined || hasCommit());
if (LONG && !runs)
  console.warn(
    `Skipped: this clone has no commit ${COMMIT}. Get it with \`git fetch --unshallow\` and run this again.`,
  );

describe.runIf(runs)('a server built from the commit of version 0.1.0', () => {
  const temporary = mkdtempSync(join(tmpdir(), 'service-old-'));
  const tree = given ?? join(temporary, 'tree');
  const browser = new NodeBrowser();

  beforeAll(() => {
    if (given === undefined) checkOut(tree);
  }, 900_000);
  afterAll(() => {
    browser.closeAll();
    rmSync(temporary, { recursive: true, force: true });
  });

  const open = (baseUrl: string): NodePage => browser.open({ inboxId: FACTS.inbox, baseUrl, hostOrigin: FACTS.origin });
  const answers = ({ client }: NodePage): number =>
    client.getState().timeline.filter((entry) => entry.type === 'answer' && entry.state === 'done').length;

  it('talks with the headless client of this tree, and leaves it everything when this tree’s server takes over', async () => {
    const main = join(tree, 'packages/realtime-server/dist/main.js');
    const old = await startFixtureServer({ main, now: Date.now() });
    const before = open(old.service.origin);
    before.client.sendMessage('How long does a parcel take?');
    await before.until(() => answers(before) === 1, 'the answer of the old server');
    const events = await before.client.loadTranscript();
    before.close();
    await old.service.stop();

    const current = await startFixtureServer({ dataFrom: old.service.dataDir, now: Date.now() });
    await old.dispose();
    try {
      const after = open(current.service.origin);
      after.client.connect();
      await after.until(() => answers(after) === 1, 'the earlier answer');
      expect(await after.client.loadTranscript()).toEqual(events);
      after.client.sendMessage('Can I return shoes I wore once?');
      await after.until(() => answers(after) === 2, 'the answer of this tree’s server');
    } finally {
      await current.dispose();
    }
  });
});
