/** A website as a source: each of its pages once in the ledger, answers from them, and what has changed at the next reading. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Outside, outside } from '../../../../realtime-server/test/outgoing/fake-internet.js';
import { onBothDatabases } from '../../support/both-databases.js';
import { type KnowledgeWorkspace, openKnowledgeWorkspace } from '../../support/knowledge-workspace.js';
import { EXPECTED, type FixtureSite, fixtureSite, HELP_PAGES, SITE } from './fixture-site.js';

onBothDatabases('a website', (newDatabase) => {
  let w: KnowledgeWorkspace;
  let world: Outside;
  let site: FixtureSite;
  let mostOpen = 0;
  beforeEach(async () => {
    site = fixtureSite();
    mostOpen = 0;
    world = await outside((request, response) => {
      mostOpen = Math.max(mostOpen, world.open());
      site.listener(request, response);
    });
    w = await openKnowledgeWorkspace(await newDatabase(), { network: world.network });
  });
  afterEach(async () => {
    await w.dispose();
    await world.close();
  });

  const add = async (website: object = {}) => {
    const made = await w.call('create', {
      type: 'website',
      website: { startUrl: SITE, ...website },
      aiAgentIds: [w.agentId],
    });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    return w.settled(made.body.sourceId);
  };
  interface Page {
    readonly address: string;
    readonly state: string;
    readonly reason: string | null;
  }
  const ledger = async (sourceId: string): Promise<readonly Page[]> => {
    const pages: Page[] = [];
    let cursor = '0';
    while (cursor !== undefined) {
      const { body } = await w.read('get', { sourceId, cursor, limit: '40' });
      pages.push(...body.pages.items);
      cursor = body.pages.nextCursor;
    }
    return pages;
  };
  const states = async (sourceId: string) =>
    (await ledger(sourceId)).map(({ address, state }) => [address.slice(SITE.length), state]);

  it('of fifty pages has each in exactly one column, and a visitor is answered with the page as the source', async () => {
    const source = await add();
    const pages = await states(source.sourceId);
    expect(pages).toHaveLength(50);
    expect(Object.fromEntries(pages)).toEqual(EXPECTED);
    expect(source).toMatchObject({ state: 'partly', pages: { waiting: 0, read: 39, skipped: 8, failed: 3 } });
    for (const { state, reason } of await ledger(source.sourceId))
      if (state !== 'read') expect(reason).toMatch(/\w{2}.*\.$/);
    const answer = () => w.ask(w.agentId, 'On which shelf is item number 17?');
    await expect.poll(async () => (await answer()).text).toContain('shelf 17');
    expect(await answer()).toMatchObject({
      outcome: 'answered',
      citations: expect.arrayContaining([expect.objectContaining({ number: 1, ...{ url: `${SITE}/help/17` } })]),
    });
    // One at a time, and each once: pages that have other names are asked for by these too.
    expect(mostOpen).toBe(1);
    const twice = site.asked.filter((url, at) => site.asked.indexOf(url) !== at);
    expect(twice.filter((url) => !/^\/help\/[1235]$/.test(url))).toEqual([]);
    expect(site.asked.filter((url) => url.startsWith('/private/') || url === '/picture.png')).toEqual([]);
  });

  it('is asked only for what has changed when it is read again', async () => {
    const { sourceId } = await add();
    site.asked.length = 0;
    site.texts.set('/help/9', 'Item number 9 has moved to the cellar.');
    site.texts.set('/help/10', null);
    await w.call('refresh', { sourceId });
    await w.settled(sourceId);
    const unchanged = new Set(site.asked.filter((url) => url.endsWith('(unchanged)')));
    expect(unchanged.size).toBe(HELP_PAGES - 2);
    expect(Object.fromEntries(await states(sourceId))).toEqual({ ...EXPECTED, '/help/10': 'failed' });
    await expect.poll(async () => (await w.ask(w.agentId, 'Where is item number 9?')).text).toContain('the cellar');
  });

  it('that can’t be reached at the next reading is used as it was', async () => {
    const { sourceId, passages } = await add();
    const names = world.names;
    world.names = {};
    await w.call('refresh', { sourceId });
    const source = await w.settled(sourceId);
    expect(source).toMatchObject({ state: 'partly', passages, problem: expect.stringContaining('robots.txt') });
    await expect
      .poll(async () => (await w.ask(w.agentId, 'On which shelf is item number 17?')).outcome)
      .toBe('answered');
    world.names = names;
    await w.call('refresh', { sourceId });
    expect(await w.settled(sourceId)).toMatchObject({
      passages,
      problem: 'Some pages could not be read: see the reasons.',
    });
  });

  it('is read as far as it was chosen, and the rest is noted', async () => {
    const chosen = await add({ include: ['/help/1*'], exclude: ['/help/11', '/help/12*'] });
    const read = (await states(chosen.sourceId)).filter(([, state]) => state === 'read').map(([path]) => path);
    expect(read.sort()).toEqual([1, 10, 13, 14, 15, 16, 17, 18, 19].map((n) => `/help/${n}`));
    await w.call('delete', { sourceId: chosen.sourceId });
    const few = await add({ maxPages: 5 });
    expect(few.pages.read).toBe(5);
    expect(few.pages.waiting).toBe(0);
    expect((await ledger(few.sourceId)).filter(({ reason }) => reason?.startsWith('More than 5 pages'))).not.toEqual(
      [],
    );
  });

  it('is read again each day, when the day is over', async () => {
    const { sourceId } = await add({ refresh: 'daily' });
    const asked = site.asked.length;
    w.advance(24 * 3_600_000 - 60_000);
    expect((await w.settled(sourceId)).state).toBe('partly');
    expect(site.asked.length).toBe(asked);
    w.advance(120_000);
    await expect.poll(() => site.asked.length).toBeGreaterThan(asked + 40);
    await w.settled(sourceId);
  });
});
