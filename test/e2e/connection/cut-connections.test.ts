/**
 * Balancers and proxies that cut open WebSockets, each in its way and again and again: the conversation goes on, and nothing is lost or
 * doubled. One case here; `npm run test:long` has all.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { chatOn } from '../../support/chat/chat.js';
import { dailyNames } from '../../support/runs/daily.js';
import { type BlockingProxy, type Cut, startBlockingProxy } from '../../support/server/blocking-proxy.js';
import { freePort } from '../../support/server/free-port.js';
import { Service } from '../../support/server/start-service.js';
import { type ServedPage, servePage } from '../../support/sites/serve-page.js';
import { inboxesFor } from '../../support/sites/start-site.js';

const CUTS: readonly Cut[] = ['by an end', 'by a reset', 'at the server alone', 'silently'];

const browser = useBrowser();
let service: Service;
let proxy: BlockingProxy;
let site: ServedPage;
let inboxes: ReturnType<typeof inboxesFor>;
beforeAll(async () => {
  const port = await freePort();
  inboxes = inboxesFor([`http://localhost:${port}`]);
  service = await Service.start({ inboxDir: inboxes.folder });
  proxy = await startBlockingProxy(service.port);
  site = await servePage(
    `<!doctype html><html lang="en"><title>Shop</title><body><script src="${proxy.origin}/embed/v1/demo.js"></script>`,
    port,
  );
});
afterAll(async () => {
  await site?.close();
  await proxy?.close();
  await service?.dispose();
  inboxes?.remove();
});

describe('a conversation goes on where its connection is cut', () => {
  it.each(dailyNames(CUTS, ['by a reset']))('%s, before and after each question', async (how) => {
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    await page.clock.install();
    await page.goto(site.url);
    const chat = chatOn(page);
    await chat.open();
    const questions = ['how long does shipping take?', 'can I return shoes I wore once?', 'which size should I order?'];
    for (const [index, question] of questions.entries()) {
      proxy.cut(how);
      await chat.send(question);
      await expect
        .poll(async () => {
          // Pauses between two tries, and the time after which a silent connection is given up.
          await page.clock.fastForward(5_000);
          return chat.transcript.getByRole('button', { name: 'Good answer', exact: true }).count();
        })
        .toBe(index + 1);
      proxy.cut(how);
    }
    for (const question of questions) expect(await chat.count(question)).toBe(1);
    expect(visitor.exceptions).toEqual([]);
  });
});
