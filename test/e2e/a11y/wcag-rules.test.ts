/** A WCAG 2.2 AA checker finds nothing in the frame in any common state. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { chatOn, ready } from '../../support/chat/chat.js';
import { dailyNames } from '../../support/runs/daily.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Without the rules about whole pages ("one main heading"), which do not apply to a frame. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await sharedSite();
});

async function violations(page: Page): Promise<string[]> {
  const frame = page.frames().find((each) => each.url().includes('/widget/'));
  return (await frame?.evaluate(`(async () => {
    ${axe};
    const { violations } = await axe.run(document, { runOnly: ${JSON.stringify(RULES)} });
    return violations.map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.html).join(' '));
  })()`)) as string[];
}

describe.each(dailyNames(['light', 'dark'] as const, ['light']))('the chat on a %s page', (colorScheme) => {
  it('breaks no rule: closed, open, answered, without an answer, waiting for a person', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    // Without animations, or colours would be measured during a transition.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(site.shop);
    const chat = chatOn(page);
    await ready(page);
    expect(await violations(page)).toEqual([]);
    await chat.open();
    expect(await violations(page)).toEqual([]);

    const frame = page.frameLocator('iframe[src*="/widget/"]');
    await chat.send('How do I waterproof leather boots?');
    await frame.getByRole('button', { name: '1 Caring for leather and waterproofing', exact: true }).click();
    expect(await violations(page)).toEqual([]);

    await chat.send('do you sell bicycles?');
    const person = frame.getByRole('button', { name: 'Talk to a person' });
    await person.waitFor();
    expect(await violations(page)).toEqual([]);
    await person.click();
    await frame.getByText('You asked for a person').waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
