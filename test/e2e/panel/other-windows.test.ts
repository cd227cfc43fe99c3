/** An embedded chat whose container is in another window of the page: the server's policy for frames and the handshake allow it. */
import { beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

it.each(['popup', 'frame'])('a visitor asks and is answered in a %s', async (kind) => {
  const { context, exceptions, consoleErrors } = await browser.newVisitor();
  const page = await context.newPage();
  await page.goto(site.barePage);
  await page.evaluate((kind) => {
    const size = 'width:500px;height:700px';
    const frame = document.createElement('iframe');
    frame.style.cssText = size;
    if (kind === 'frame') document.body.append(frame);
    const other = kind === 'frame' ? frame.contentDocument : window.open('', '', 'width=500,height=700')?.document;
    const container = (other as Document).createElement('div');
    container.style.cssText = size;
    (other as Document).body.append(container);
    window.ServiceWidget.init({ inboxId: 'demo', mode: 'embedded', containerId: container });
  }, kind);
  await page.waitForFunction(() => window.ServiceWidget.isReady());
  const frames = context.pages().flatMap((each) => each.frames());
  const chat = frames.find((frame) => frame.url().includes('/widget/'));
  const field = chat?.getByRole('textbox', { name: 'Message' });
  await field?.fill('how long does shipping take?');
  await field?.press('Enter');
  await chat?.getByText(/days/).first().waitFor();
  expect([exceptions, consoleErrors, typeof chat]).toEqual([[], [], 'object']);
});
