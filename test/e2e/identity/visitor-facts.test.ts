/**
 * What the site says of its visitor and of its page reaches the model and the people at the console, marked as what it is; it
 * follows the visitor through a site of one document, waits for a consent, and goes with an erasure.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { tapWire, type Wire } from '../../support/browser/websocket-tap.js';
import { type Chat, chatOn } from '../../support/chat/chat.js';
import { identifyVisitor } from '../../support/chat/identify-visitor.js';
import { openConsole } from '../../support/chat/open-console.js';
import type { Recorded } from '../../support/model-provider/loopback-server.js';
import { accessibilityViolations } from '../../support/page-checks/accessibility-violations.js';
import { type ModelSite, startModelSite } from '../../support/sites/model-site.js';

const NAME = 'Kimberley Canary';
const ID = 'user-canary-42';
const browser = useBrowser();
let site: ModelSite;

beforeAll(async () => {
  site = await startModelSite();
});
afterAll(async () => site?.dispose());

type Global = Record<string, (...args: unknown[]) => void>;

/** The bare page with the chat of an inbox. */
async function start(config: object): Promise<{ readonly page: Page; readonly wire: Wire }> {
  const { context } = await browser.newVisitor();
  const page = await context.newPage();
  const wire = tapWire(page);
  await page.goto(`${site.barePage}?session=secret-in-the-query#secret-in-the-hash`);
  await page.evaluate((config) => {
    const { ServiceWidget } = window as unknown as { ServiceWidget: Global };
    ServiceWidget.init?.(config);
  }, config);
  return { page, wire };
}

async function openChat(page: Page): Promise<Chat> {
  await page.evaluate(() => (window as unknown as { ServiceWidget: Global }).ServiceWidget.open?.());
  const chat = chatOn(page);
  await chat.composer.waitFor();
  return chat;
}

/** As a router does it: the address now, the title a moment later. */
const navigate = (page: Page, path: string, title: string): Promise<void> =>
  page.evaluate(
    ([path, title]) => {
      history.pushState({}, '', path);
      setTimeout(() => {
        document.title = title as string;
      }, 50);
    },
    [path, title],
  );

/** The lines about the visitor in the model's latest instructions, by field. */
function givenToModel(): Readonly<Record<string, unknown>> {
  const { content } = (site.provider.requests.at(-1) as Recorded).body.messages[0] as { content: string };
  const [, block = ''] = /<visitor>\n([\s\S]*?)\n<\/visitor>/.exec(content) ?? [];
  return Object.fromEntries(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), JSON.parse(line.slice(line.indexOf(':') + 1))]),
  );
}

/** The files of the server's data that have one of these words. */
function filesWith(words: readonly string[]): readonly string[] {
  return readdirSync(site.service.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = readFileSync(path);
      return words.some((word) => bytes.includes(word));
    });
}

describe('a visitor whom the site has signed in', () => {
  it('has a name, a plan and a page for the model and for people, until they erase the conversation', async () => {
    const { page, wire } = await start({
      inboxId: 'demo',
      user: { name: 'Claimed Canary', customAttributes: { plan: 'pro' } },
    });
    await identifyVisitor(page, ID, NAME);
    const chat = await openChat(page);
    await navigate(page, '/prices-canary?token=secret-in-the-query', 'Prices Canary');
    await expect.poll(() => page.title()).toBe('Prices Canary');
    // The page says where its visitor is when they turn from it to the chat.
    await page.locator('body').click({ position: { x: 5, y: 5 } });
    await chat.send('what does the canary plan cost?');
    await chat.transcript.getByText('Hello.').first().waitFor();
    const origin = new URL(site.barePage).origin;
    expect(givenToModel()).toMatchObject({
      verified: { id: ID, name: NAME },
      claimed: { name: 'Claimed Canary', customAttributes: { plan: 'pro' } },
      page: { url: `${origin}/prices-canary`, title: 'Prices Canary', language: 'en-US' },
    });

    const frame = page.frameLocator('iframe[src*="/widget/"]');
    await frame.getByRole('button', { name: 'Talk to a person' }).first().click();
    await frame.getByText('You asked for a person').waitFor();
    const { page: people } = await openConsole(browser, site);
    await people.getByRole('link', { name: /what does the canary plan cost/ }).click();
    await people.getByRole('link', { name: new RegExp(`${NAME} Verified`) }).waitFor();
    const verified = people.getByRole('region', { name: 'Verified by your site' });
    expect(await verified.textContent()).toContain(NAME);
    const claimed = people.getByRole('region', { name: 'The page says, not verified' });
    expect(await claimed.textContent()).toMatch(/Claimed Canary.*plan.*pro/);
    const where = people.getByRole('region', { name: 'Page, not verified' });
    await where.getByRole('link', { name: `${origin}/prices-canary` }).waitFor();
    expect(await where.textContent()).toContain('Prices Canary');
    await people.getByRole('log', { name: 'Conversation' }).getByText(NAME).first().waitFor();
    expect(await accessibilityViolations(people)).toEqual([]);

    // The visitor goes on to another page of the site while people look.
    await navigate(page, '/boots-canary', 'Boots Canary');
    await where.getByText('Boots Canary').waitFor();
    expect(JSON.stringify(wire.sent)).not.toContain('secret-in-the');

    const words = [NAME, 'Claimed Canary', 'prices-canary', 'boots-canary', 'Boots Canary'];
    await frame.getByRole('button', { name: 'Menu' }).click();
    await frame.getByRole('menuitem', { name: 'Erase this conversation', exact: true }).click();
    await frame.getByRole('button', { name: 'Erase', exact: true }).click();
    await expect.poll(() => wire.all('welcome').length).toBe(2);
    await expect.poll(() => filesWith(words), { timeout: 90_000 }).toEqual([]);
    expect(site.service.output).not.toMatch(new RegExp(words.join('|')));
  });
});

describe('what the page says', () => {
  it('is not sent before the visitor has agreed, where consent is asked for, nor before they write', async () => {
    const { page, wire } = await start({ inboxId: 'demo', requireConsent: true, user: { name: 'Claimed Canary' } });
    const chat = chatOn(page);
    const frame = page.frameLocator('iframe[src*="/widget/"]');
    await page.evaluate(() => (window as unknown as { ServiceWidget: Global }).ServiceWidget.open?.());
    const agree = frame.getByRole('button', { name: 'Agree and continue' });
    await agree.waitFor();
    await navigate(page, '/prices', 'Prices');
    expect(wire.sent).toEqual([]);
    await agree.click();
    await expect.poll(() => wire.all('live').length).toBe(1);
    expect(wire.sent.some(({ t }) => t === 'context')).toBe(false);
    await chat.send('hello');
    await expect
      .poll(() => wire.sent.filter(({ t }) => t === 'context'))
      .toMatchObject([
        { user: { name: 'Claimed Canary' } },
        { page: { url: `${new URL(site.barePage).origin}/prices`, title: 'Prices' } },
      ]);
  });

  it('is sent a few times, however often the page changes, and as it is at last', async () => {
    const { page, wire } = await start({ inboxId: 'demo' });
    const chat = await openChat(page);
    await chat.send('hello');
    await chat.arrived('hello');
    await page.evaluate(async () => {
      for (let at = 1; at <= 200; at++) {
        history.pushState({}, '', `/step-${at}`);
        document.title = `Step ${at}`;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    });
    const pages = (): readonly (string | undefined)[] =>
      wire.sent.flatMap((frame) =>
        frame.t === 'context' && frame.page ? [(frame.page as { title: string }).title] : [],
      );
    await expect.poll(() => pages().at(-1)).toBe('Step 200');
    expect(pages().length).toBeLessThan(20);
  });
});
