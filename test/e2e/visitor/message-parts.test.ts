/** What a person puts into a message or under it: copied, chosen or filled in, said once, and as it was after a reload. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { tapWire } from '../../support/browser/websocket-tap.js';
import { askForPerson } from '../../support/chat/ask-for-person.js';
import { chatOn } from '../../support/chat/chat.js';
import { desk } from '../../support/server/inbox-api.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

describe('answers to choose from', () => {
  it('are chosen once, and said as the visitor’s own words', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(site.shop);
    const chat = chatOn(page);
    const frame = page.frameLocator('iframe[title="Chat"]');
    await chat.open();
    await chat.send('do you sell kites?');
    const waiting = await askForPerson(site.service, frame);
    const parts = [
      { type: 'card', title: 'Kites', links: [{ label: 'All kites', url: 'https://kites.example/all' }] },
      { type: 'quick-replies', replies: [{ label: 'A big one' }, { label: 'A small one' }] },
    ];
    await desk(site.service, `/${waiting}/messages`, {
      clientId: 'desk-0001',
      name: 'Ingrid',
      text: 'Which one?',
      parts,
    });
    await page.reload();
    await chat.open();
    await frame.getByRole('link', { name: 'All kites' }).waitFor();
    const choices = frame.getByRole('list', { name: 'Suggested replies' });
    await choices.getByRole('button', { name: 'A small one' }).click();
    await choices.waitFor({ state: 'detached' });
    await chat.arrived('A small one');
    await page.reload();
    await chat.open();
    await frame.getByRole('link', { name: 'All kites' }).waitFor();
    await expect.poll(() => chat.count('A small one')).toBe(1);
    await expect.poll(() => choices.count()).toBe(0);
    expect([visitor.complaints, visitor.exceptions]).toEqual([[], []]);
  });
});

describe('a form', () => {
  it('is asked at the desk, filled in with the keyboard while the server is away, and answered once in every tab', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(site.shop);
    const chat = chatOn(page);
    const frame = page.frameLocator('iframe[title="Chat"]');
    await chat.open();
    await chat.send('do you sell tents for cats?');
    const waiting = await askForPerson(site.service, frame);
    const form = {
      type: 'form',
      title: 'Where shall we send the label?',
      fields: [
        { type: 'text', name: 'who', label: 'Your name', required: true, autofill: 'name' },
        { type: 'email', name: 'mail', label: 'Email', required: true },
        { type: 'choice', name: 'pair', label: 'Pair', options: ['Left', 'Right'], required: true },
      ],
    };
    await desk(site.service, `/${waiting}/messages`, { clientId: 'desk-form', name: 'Ingrid', parts: [form] });
    const asked = frame.getByRole('form', { name: 'Where shall we send the label?' });
    await asked.waitFor();
    const second = await visitor.visit(site.shop);
    await chatOn(second).open();
    const there = second.frameLocator('iframe[title="Chat"]');
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
    const said = 'Where shall we send the label? Your name: Kim Email: kim@shop.example Pair: Left';
    await chatOn(second).transcript.getByText(said).waitFor();
    await page.reload();
    await chat.open();
    await frame.getByText('Answered', { exact: true }).waitFor();
    await expect.poll(() => asked.count()).toBe(0);
    await expect.poll(() => chat.transcript.getByText(said).count()).toBe(1);
    const log = (await desk(site.service, `/${waiting}`)) as unknown as { events: { body: { parts?: string } }[] };
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
  it('is copied to the last sign by its button, which says so', async () => {
    const visitor = await browser.newVisitor();
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await visitor.context.newPage();
    const wire = tapWire(page);
    await page.goto(site.shop);
    const chat = chatOn(page);
    await chat.open();
    await chat.send('do you sell kites?');
    await chat.arrived('do you sell kites?');
    const code = 'const order = await shop.get("HH-20931");\n  console.log(order.status);';
    const id = wire.all('ack')[0]?.conversation as string;
    await desk(site.service, `/${id}/messages`, {
      clientId: 'desk-code',
      name: 'Ingrid',
      text: `Like this:\n\n\`\`\`js\n${code}\n\`\`\``,
    });
    const frame = page.frameLocator('iframe[title="Chat"]');
    await frame.getByRole('button', { name: 'Copy', exact: true }).click();
    await frame.getByRole('button', { name: 'Copied', exact: true }).waitFor();
    await page.bringToFront();
    await page.locator('h1, h2, a').first().focus();
    // Only a document that has the focus may read it.
    const copied = () => page.evaluate(() => navigator.clipboard.readText().catch(String));
    await expect.poll(async () => (await copied()).trimEnd()).toBe(code);
    expect(visitor.exceptions).toEqual([]);
  });
});
