/** A server whose console and chat have a host each: the console shows what visitors send, and neither host serves the other's. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { chatOn } from '../../support/chat/chat.js';
import { openConsole } from '../../support/chat/open-console.js';
import { freePort } from '../../support/server/free-port.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;
let hosts: { readonly console: string; readonly chat: string };

beforeAll(async () => {
  const port = await freePort();
  hosts = { console: `http://localhost:${port}`, chat: `http://127.0.0.1:${port}` };
  site = await startSite({ PUBLIC_URL: hosts.console, WIDGET_URL: hosts.chat }, port);
});
afterAll(async () => site?.dispose());

describe('the console at a host of its own', () => {
  it('shows a picture that a visitor sends, from the host of the chat', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(site.shop);
    const chat = chatOn(page);
    await chat.open();
    await chat.send('do you sell kites?');
    const frame = page.frameLocator('iframe[src*="/widget/"]');
    await frame.getByRole('button', { name: 'Talk to a person' }).click();
    await frame.getByText('You asked for a person').waitFor();
    const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2f7d6b' } })
      .png()
      .toBuffer();
    await frame.locator('input[type="file"]').setInputFiles([{ name: 'sole.png', mimeType: 'image/png', buffer }]);
    await frame.getByRole('list', { name: 'Files to send' }).getByText('sole.png').waitFor();
    await frame.getByRole('button', { name: 'Send', exact: true }).click();

    const { page: people, log, exceptions, consoleErrors } = await openConsole(browser, site);
    expect(people.url()).toBe(`${hosts.console}/console`);
    await people.getByRole('link', { name: /sole\.png/ }).click();
    const picture = log.getByRole('link', { name: 'Open sole.png' }).locator('img');
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(60);
    expect(await picture.getAttribute('src')).toMatch(`${hosts.chat}/v1/uploads/`);
    expect([exceptions, consoleErrors]).toEqual([[], []]);
  });

  it('serves nothing of the chat, and the chat’s nothing of the console', async () => {
    const person = await browser.newVisitor();
    const page = await person.context.newPage();
    const statusOf = async (address: string): Promise<number | undefined> => (await page.goto(address))?.status();
    for (const path of ['/console', '/api/docs', '/api/openapi.json']) {
      expect(await statusOf(hosts.console + path), path).toBe(200);
      expect(await statusOf(hosts.chat + path), path).toBe(404);
    }
    for (const path of ['/embed/v1.js', '/embed/v1/demo.js', `/widget/demo?o=${encodeURIComponent(site.shop)}`]) {
      expect(await statusOf(hosts.chat + path), path).toBe(200);
      expect(await statusOf(hosts.console + path), path).toBe(404);
    }
    for (const host of Object.values(hosts)) expect(await statusOf(`${host}/ready`), host).toBe(200);
  });
});
