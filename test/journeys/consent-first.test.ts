/** With `requireConsent`, nothing is stored, asked or connected before the visitor's own click. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatOn } from '../harness/chat.js';
import { type Site, startSite } from '../harness/start-site.js';
import { useBrowser } from '../harness/use-browser.js';
import { tapWire } from '../harness/wire.js';

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

describe('a page that asks for consent', () => {
  it.each(['chat-widget', 'embedded', 'prompt-input'])(
    'sends no message and keeps nothing until the visitor agrees, and then sends what the page had asked: %s',
    async (mode) => {
      const visitor = await browser.newVisitor();
      const page = await visitor.context.newPage();
      const wire = tapWire(page);
      const requests: string[] = [];
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      await page.goto(`${site.shop}/privacy.html`);
      await page.evaluate((mode) => {
        const { ServiceWidget } = window as unknown as { ServiceWidget: Record<string, (...args: unknown[]) => void> };
        ServiceWidget.destroy?.();
        ServiceWidget.init?.({ inboxId: 'demo', mode, requireConsent: true });
        ServiceWidget.sendMessage?.('asked before the visitor agreed');
        ServiceWidget.open?.();
      }, mode);
      const frame = page.frameLocator('iframe[title="Chat"]');
      const agree = frame.getByRole('button', { name: 'Agree and continue' });
      await agree.waitFor();
      const stored = (): Promise<number> =>
        page
          .frames()
          .find((each) => each.url().includes('/widget/'))
          ?.evaluate(() => localStorage.length + sessionStorage.length + document.cookie.length) as Promise<number>;
      expect(await stored()).toBe(0);
      expect(wire.received).toEqual([]);
      expect(requests.filter((path) => !/^\/(?:embed|assets|widget)\/|\.(?:html|css|js|svg)$/.test(path))).toEqual([]);

      await agree.click();
      await chatOn(page).transcript.getByText('asked before the visitor agreed', { exact: true }).waitFor();
      await expect.poll(() => wire.all('ack').length).toBe(1);
      expect(await stored()).toBeGreaterThan(0);
    },
  );

  it('stays off when the visitor declines', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    const wire = tapWire(page);
    await page.goto(`${site.shop}/privacy.html`);
    await page.evaluate(() => {
      const { ServiceWidget } = window as unknown as { ServiceWidget: Record<string, (...args: unknown[]) => void> };
      ServiceWidget.destroy?.();
      ServiceWidget.init?.({ inboxId: 'demo', requireConsent: true });
      ServiceWidget.open?.();
    });
    const frame = page.frameLocator('iframe[title="Chat"]');
    await frame.getByRole('button', { name: 'Decline' }).click();
    await frame.getByText('Nothing was stored or sent.').waitFor();
    expect(wire.received).toEqual([]);
  });
});
