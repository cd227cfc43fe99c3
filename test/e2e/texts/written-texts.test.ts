/**
 * Texts as visitors, people and models write them, on the screens of both sides: addresses, emphasis, line breaks, and texts
 * of characters that can't be seen. One case of each kind here; `npm run test:long` has all of the content package's tables.
 */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BARE_ADDRESSES } from '../../../packages/content/test/bare-addresses.js';
import { useBrowser } from '../../support/browser/use-browser.js';
import { type WaitingVisitor, waitingVisitor } from '../../support/chat/ask-for-person.js';
import { openConsole } from '../../support/chat/open-console.js';
import { LONG } from '../../support/runs/results.js';
import { inboxApi } from '../../support/server/inbox-api.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

const some = <Case>(all: readonly Case[], few: readonly number[]): readonly Case[] =>
  LONG ? all : all.filter((_, at) => few.includes(at));

/** Markdown of a person, with what its elements show. */
const MARKDOWN = [
  { name: 'bold in Japanese', text: 'これは**「重要」**です。', shows: ['strong', '「重要」'] },
  { name: 'bold in Chinese', text: '这是**“重点”**内容。', shows: ['strong', '“重点”'] },
  { name: 'bold in Thai', text: 'นี่คือ**"สำคัญ"**มาก', shows: ['strong', '"สำคัญ"'] },
  { name: 'bold in Hebrew', text: 'ה**"חשוב"** הזה', shows: ['strong', '"חשוב"'] },
  {
    name: 'br in a table',
    text: '| Day | Hours |\n|---|---|\n| Monday | 9–12<br>13–17 |',
    shows: ['td + td', '9–12\n13–17'],
  },
  { name: 'br in a paragraph', text: 'First line<br/>second line.', shows: ['p', 'First line\nsecond line.'] },
  {
    name: 'lines of an address',
    text: 'Havn & Hei\nStorgata 1\n0155 Oslo',
    shows: ['p', 'Havn & Hei\nStorgata 1\n0155 Oslo'],
  },
  { name: 'lines in Arabic', text: 'السبت\nالأحد', shows: ['p', 'السبت\nالأحد'] },
  { name: 'other HTML', text: 'a <b>b</b> <hr>', shows: ['p', 'a <b>b</b> <hr>'] },
  {
    name: 'a bare address in bold',
    text: '**https://shop.example/a_b**',
    shows: ['strong a', 'https://shop.example/a_b'],
  },
] as const;

let written = 0;
/** A person's message, in the visitor's transcript. */
async function fromPerson({ conversation, chat }: WaitingVisitor, text: string): Promise<Locator> {
  const entries = chat.transcript.locator('.entry.person .agent-bubble');
  const before = await entries.count();
  written += 1;
  await inboxApi(site.service, `/${conversation}/messages`, { clientId: `desk-text-${written}`, name: 'Ingrid', text });
  await expect.poll(() => entries.count()).toBe(before + 1);
  return entries.last();
}

describe('what is written in a chat', () => {
  it('has its addresses as links, in a visitor’s words and a person’s, and the people see the same', async () => {
    const visitor = await waitingVisitor(browser, site, 'do you sell kites?');
    // Beside an address in letters beyond ASCII, its real host is shown, too.
    const plain = BARE_ADDRESSES.filter(([, labels]) => !labels.some((label) => /:\/\/[^/]*[^ -~/]/.test(label)));
    const cases = some(plain, [0, 12, 27, 52, 60]);
    const { page, log } = await openConsole(browser, site);
    await page.getByRole('link', { name: /do you sell kites\?/ }).click();
    const own = visitor.chat.transcript.locator('.own-bubble');
    const shown = log.locator('.from-visitor p');
    for (const [text, labels] of cases) {
      await visitor.chat.composer.fill(text);
      await visitor.chat.composer.press('Enter');
      await expect.poll(() => own.last().innerText()).toBe(text);
      expect(await own.last().locator('a').allInnerTexts()).toEqual(labels);
      await expect.poll(() => shown.last().innerText()).toBe(text);
      expect(await shown.last().locator('a').allInnerTexts()).toEqual(labels);
      const answer = await fromPerson(visitor, text);
      await expect.poll(() => answer.locator('a').allInnerTexts()).toEqual(labels);
      await expect.poll(() => log.locator('.from-team').last().locator('a').allInnerTexts()).toEqual(labels);
    }
    expect(visitor.visitor.exceptions).toEqual([]);
  });

  it('is emphasized and broken into lines as it was written', async () => {
    const visitor = await waitingVisitor(browser, site, 'do you sell boats?');
    const { page, log } = await openConsole(browser, site);
    await page.getByRole('link', { name: /do you sell boats\?/ }).click();
    for (const { name, text, shows } of some(MARKDOWN, [0, 4, 6])) {
      const bubble = await fromPerson(visitor, text);
      const [selector, words] = shows;
      await expect.poll(() => bubble.locator(selector).first().innerText(), { message: name }).toBe(words);
      const same = log.locator('.from-team').last().locator(selector).first();
      await expect.poll(() => same.innerText(), { message: name }).toBe(words);
    }
    await visitor.chat.composer.fill('1 Storgata\n0155 Oslo');
    await visitor.chat.composer.press('Enter');
    const own = visitor.chat.transcript.locator('.own-bubble').last();
    await expect.poll(() => own.innerText()).toBe('1 Storgata\n0155 Oslo');
    await expect.poll(() => log.locator('.from-visitor p').last().innerText()).toBe('1 Storgata\n0155 Oslo');
  });
});

/** Nothing of these is seen. Joiners and fillers of other scripts are among them. */
const UNSEEN = [
  '\u200b',
  '\u200c\u200d',
  '\u00ad',
  '\u3164',
  '\u2800',
  '\u202e\u2066',
  '\u115f\u1160',
  '\u{1d159}',
  ' \ufe0f ',
];

describe('a message of characters that can’t be seen', () => {
  it('is empty for the visitor, for people and for the server', async () => {
    const visitor = await waitingVisitor(browser, site, 'do you sell tents?');
    const { page } = await openConsole(browser, site);
    await page.getByRole('link', { name: /do you sell tents\?/ }).click();
    await page.getByRole('button', { name: 'Take over' }).click();
    const reply = page.getByRole('textbox', { name: 'Message' });
    await expect.poll(() => reply.isEnabled()).toBe(true);
    const own = visitor.chat.transcript.locator('.own-bubble');
    const before = await own.count();
    for (const text of some(UNSEEN, [0, 1, 3])) {
      await visitor.chat.composer.fill(text);
      expect(await visitor.chat.sendButton.getAttribute('aria-disabled')).toBe('true');
      await visitor.chat.composer.press('Enter');
      await reply.fill(text);
      expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
      await reply.press('Enter');
    }
    await visitor.chat.send('and boats?');
    expect(await own.count()).toBe(before + 1);
    expect(await visitor.chat.transcript.locator('.entry.person').count()).toBe(0);
  });
});
