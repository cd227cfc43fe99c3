/** Suggested replies, forms and code in an operator's message: used by the visitor, sent once, and the same after a reload. */
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { waitingVisitor } from '../../support/chat/ask-for-person.js';
import { chatOn } from '../../support/chat/chat.js';
import { openChat } from '../../support/chat/open-chat.js';
import { inboxApi } from '../../support/server/inbox-api.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await sharedSite();
});

describe('suggested replies', () => {
  it('can be used once, and are sent as the visitor’s own message', async () => {
    const { visitor, page, chat, frame, conversation } = await waitingVisitor(browser, site, 'do you sell kites?');
    const parts = [
      { type: 'card', title: 'Kites', links: [{ label: 'All kites', url: 'https://kites.example/all' }] },
      { type: 'quick-replies', replies: [{ label: 'A big one' }, { label: 'A small one' }] },
    ];
    await inboxApi(site.service, `/${conversation}/messages`, {
      clientId: 'desk-0001',
      name: 'Ingrid',
      text: 'Which one?',
      parts,
    });
    await page.reload();
    await chat.reopened();
    await frame.getByRole('link', { name: 'All kites' }).waitFor();
    const choices = frame.getByRole('list', { name: 'Suggested replies' });
    await choices.getByRole('button', { name: 'A small one' }).click();
    await choices.waitFor({ state: 'detached' });
    await chat.arrived('A small one');
    await page.reload();
    await chat.reopened();
    await frame.getByRole('link', { name: 'All kites' }).waitFor();
    await expect.poll(() => chat.count('A small one')).toBe(1);
    await expect.poll(() => choices.count()).toBe(0);
    expect([visitor.consoleErrors, visitor.exceptions]).toEqual([[], []]);
  });
});

describe('a form', () => {
  it('is filled in by keyboard while the server is down, and is answered once in every tab', async () => {
    const question = 'do you sell tents for cats?';
    const { visitor, page, chat, frame, conversation } = await waitingVisitor(browser, site, question);
    const form = {
      type: 'form',
      title: 'Where shall we send the label?',
      fields: [
        { type: 'text', name: 'who', label: 'Your name', required: true, autofill: 'name' },
        { type: 'email', name: 'mail', label: 'Email', required: true },
        { type: 'choice', name: 'pair', label: 'Pair', options: ['Left', 'Right'], required: true },
      ],
    };
    await inboxApi(site.service, `/${conversation}/messages`, { clientId: 'desk-form', name: 'Ingrid', parts: [form] });
    const asked = frame.getByRole('form', { name: 'Where shall we send the label?' });
    await asked.waitFor();
    const second = await visitor.visit(site.shop);
    await chatOn(second).open();
    const there = second.frameLocator('iframe[src*="/widget/"]');
    await there.getByRole('form', { name: 'Where shall we send the label?' }).waitFor();

    const name = frame.getByLabel('Your name');
    await name.focus();
    await page.keyboard.type('Kim');
    await page.keyboard.press('Tab');
    await page.keyboard.type('kim@shop');
    await page.keyboard.press('Enter');
    await frame.getByText('Enter an email address like name@example.com.').waitFor();
    const mail = frame.getByLabel('Email');
    await expect.poll(() => mail.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await mail.evaluate((field) => Number.parseFloat(getComputedStyle(field).fontSize))).toBeGreaterThanOrEqual(
      16,
    );
    await page.keyboard.type('.example');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await site.service.kill9();
    await page.keyboard.press('Enter');
    await frame.getByText('Sending your answers…').waitFor();
    await site.service.start();
    await frame.getByText('Answered', { exact: true }).waitFor();
    await there.getByText('Answered', { exact: true }).waitFor();
    const answer = 'Where shall we send the label? Your name: Kim Email: kim@shop.example Pair: Left';
    await chatOn(second).transcript.getByText(answer).waitFor();
    await page.reload();
    await chat.reopened();
    await frame.getByText('Answered', { exact: true }).waitFor();
    await expect.poll(() => asked.count()).toBe(0);
    await expect.poll(() => chat.transcript.getByText(answer).count()).toBe(1);
    const log = (await inboxApi(site.service, `/${conversation}`)) as unknown as {
      events: { body: { parts?: string } }[];
    };
    const answers = log.events.filter(({ body }) => body.parts?.includes('form-answer'));
    expect(answers.map(({ body }) => JSON.parse(body.parts as string)[0].answers)).toEqual([
      [
        { name: 'who', label: 'Your name', value: 'Kim' },
        { name: 'mail', label: 'Email', value: 'kim@shop.example' },
        { name: 'pair', label: 'Pair', value: 'Left' },
      ],
    ]);
    expect(visitor.exceptions).toEqual([]);
  });
});

describe('code', () => {
  it('is copied unchanged by its button, which confirms it', async () => {
    const { visitor, page, chat, wire } = await openChat(browser, site.shop);
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await chat.send('do you sell kites?');
    await chat.arrived('do you sell kites?');
    const code = 'const order = await shop.get("HH-20931");\n  console.log(order.status);';
    const id = wire.all('ack')[0]?.conversation as string;
    await inboxApi(site.service, `/${id}/messages`, {
      clientId: 'desk-code',
      name: 'Ingrid',
      text: `Like this:\n\n\`\`\`js\n${code}\n\`\`\``,
    });
    const frame = page.frameLocator('iframe[src*="/widget/"]');
    await frame.getByRole('button', { name: 'Copy', exact: true }).click();
    await frame.getByRole('button', { name: 'Copied', exact: true }).waitFor();
    await page.bringToFront();
    await page.locator('h1, h2, a').first().focus();
    // Only a document that has the focus may read the clipboard.
    const copied = () => page.evaluate(() => navigator.clipboard.readText().catch(String));
    await expect.poll(async () => (await copied()).trimEnd()).toBe(code);
    expect(visitor.exceptions).toEqual([]);
  });
});
