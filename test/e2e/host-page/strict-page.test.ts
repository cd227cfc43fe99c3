/**
 * Uses the chat on pages with the strictest Content-Security-Policies: the page allows only our script and our frame. Neither
 * the page nor the frame may violate its policy even once.
 */
import type { ChatClient } from '@service/embed-sdk/core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser, type Visitor } from '../../support/browser/use-browser.js';
import { tapWire } from '../../support/browser/websocket-tap.js';
import { chatOn, frameOf, ready } from '../../support/chat/chat.js';
import { HEADLESS_PAGE, headlessPagePolicy, serveSdk, startHeadlessClient } from '../../support/chat/headless-page.js';
import { recordViolations, type Violations } from '../../support/page-checks/policy-violations.js';
import { dailyShare } from '../../support/runs/daily.js';
import { LONG } from '../../support/runs/results.js';
import { freePort } from '../../support/server/free-port.js';
import { Service } from '../../support/server/start-service.js';
import { servePage } from '../../support/sites/serve-page.js';
import { inboxesFor } from '../../support/sites/start-site.js';
import { type Answering, STRICTNESS, type StrictSite, startStrictSite } from '../../support/sites/strict-site.js';
import { SCENARIOS, type ScenarioPage } from './scenarios.js';

const browser = useBrowser();
let site: StrictSite;
beforeAll(async () => {
  site = await startStrictSite();
});
afterAll(async () => site?.dispose());

interface Watched {
  readonly page: Page;
  readonly visitor: Visitor;
  readonly violations: Violations;
}

async function watched(): Promise<Watched> {
  const visitor = await browser.newVisitor();
  const violations = await recordViolations(visitor.context);
  return { visitor, violations, page: await visitor.context.newPage() };
}

/** Expects no violation in the page or its frames, and no error on the console. */
async function expectClean({ visitor, violations }: Watched): Promise<void> {
  // Violations that were reported before these calls return have arrived.
  const documents = visitor.context.pages().flatMap((page) => page.frames());
  const answers = documents.map((each) => each.evaluate(() => new Promise((done) => setTimeout(done))));
  // A frame that is being removed does not answer.
  await Promise.allSettled(answers);
  expect(violations.list).toEqual([]);
  expect(visitor.exceptions).toEqual([]);
  expect(visitor.consoleErrors).toEqual([]);
}

let count = 0;
async function openPage(name: string, answering: Answering): Promise<Watched & ScenarioPage> {
  const watch = await watched();
  const { page } = watch;
  const wire = tapWire(page);
  await page.goto(site.page(name, answering));
  count += 1;
  return {
    ...watch,
    wire,
    chat: chatOn(page),
    frame: page.frameLocator('iframe[src*="/widget/"]'),
    service: site.service(answering),
    provider: site.provider,
    unique: `scenario-${String(count).padStart(4, '0')}`,
  };
}

/** A short run runs half of the scenarios, each on one of the pages. */
const scenariosOn = (name: string) => {
  const page = STRICTNESS.findIndex((each) => each.name === name);
  const here = Object.entries(SCENARIOS).filter((_, index) => LONG || index % STRICTNESS.length === page);
  return dailyShare(here, 2, () => name);
};

describe.each(STRICTNESS)('a page that allows $name', ({ name }) => {
  it.each(scenariosOn(name))('runs %s', async (_what, { answering, run }) => {
    const opened = await openPage(name, answering);
    await run(opened);
    await expectClean(opened);
  });

  it.runIf(LONG || name === STRICTNESS[0]?.name)(
    'has its violations detected, on the page and in the frame',
    async () => {
      const { page, violations } = await openPage(name, 'articles');
      await ready(page);
      for (const place of [page.mainFrame(), frameOf(page)]) {
        await place.evaluate(() => {
          document.body.append(Object.assign(document.createElement('style'), { textContent: 'p{color:red}' }));
        });
        const { pathname } = new URL(place.url());
        await expect
          .poll(() => violations.list.filter((line) => line.startsWith(`${pathname}: style-src`)))
          .not.toEqual([]);
      }
    },
  );
});

describe('a headless page whose policy allows only the server’s origin and scripts with a nonce', () => {
  it('has a conversation, sends and shows a picture, and signs out', async () => {
    const port = await freePort();
    const inboxes = inboxesFor([`http://localhost:${port}`]);
    const service = await Service.start({ inboxDir: inboxes.folder });
    const served = await servePage(HEADLESS_PAGE, port, headlessPagePolicy(service.origin));
    try {
      const watch = await watched();
      const { page } = watch;
      await serveSdk(page);
      await page.goto(served.url);
      await startHeadlessClient(page, { inboxId: 'demo', baseUrl: service.origin });
      const timeline = page.locator('#screen');
      const { id, src } = await page.evaluate(async (baseUrl) => {
        const client = Reflect.get(window, 'client') as ChatClient;
        const { loadInbox } = Reflect.get(window, 'inbox') as typeof import('@service/embed-sdk/inbox');
        document.title = (await loadInbox({ inboxId: 'demo', baseUrl })).name;
        const canvas = Object.assign(document.createElement('canvas'), { width: 32, height: 32 });
        const blob = await new Promise<Blob>((done) => canvas.toBlob((drawn) => done(drawn as Blob)));
        client.sendMessage('can I return shoes like these?', [
          client.upload(new File([blob], 'shoes.png', { type: 'image/png' })),
        ]);
        const sent = () =>
          client.getState().timeline.flatMap((each) => (each.type === 'own' && each.seq !== null ? each.files : []))[0];
        while (!sent()) await new Promise((again) => client.subscribe(() => again(null)));
        const id = sent()?.id as string;
        return { id, src: new URL((await client.getAttachmentLink(id))?.url ?? '', baseUrl).href };
      }, service.origin);
      expect(id).toMatch(/^att_/);
      await page.evaluate((src) => document.body.append(Object.assign(new Image(), { src })), src);
      await expect
        .poll(() => page.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
      await expect.poll(() => timeline.textContent()).toMatch(/"type":"answer".*"state":"done"/);
      await page.evaluate(() => (Reflect.get(window, 'client') as ChatClient).logout());
      await expect.poll(() => timeline.textContent()).toBe('');
      await expectClean(watch);
    } finally {
      await served.close();
      await service.dispose();
      inboxes.remove();
    }
  });
});
