/** A person offers a card and answers to choose from: seen, chosen, said once, and gone after a reload as before it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatOn } from '../harness/chat.js';
import { desk } from '../harness/desk.js';
import { type Site, startSite } from '../harness/start-site.js';
import { useBrowser } from '../harness/use-browser.js';

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
    await frame.getByRole('button', { name: 'Talk to a person' }).click();
    await frame.getByText('You asked for a person').waitFor();
    const { conversations } = await desk(site.service, '');
    const waiting = conversations[0]?.id as string;
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
    const choices = frame.getByRole('list', { name: 'Answers to choose from' });
    await choices.getByRole('button', { name: 'A small one' }).click();
    await choices.waitFor({ state: 'detached' });
    await chat.transcript.getByText('Sent', { exact: true }).waitFor();
    await page.reload();
    await chat.open();
    await frame.getByRole('link', { name: 'All kites' }).waitFor();
    expect(await chat.count('A small one')).toBe(1);
    expect(await choices.count()).toBe(0);
    expect([visitor.complaints, visitor.exceptions]).toEqual([[], []]);
  });
});
