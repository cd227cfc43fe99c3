/** Two tabs of one visitor show the same conversation. Two visitors never see each other's conversation. */
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { tapWire } from '../../support/browser/websocket-tap.js';
import { chatOn } from '../../support/chat/chat.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await sharedSite();
});

describe('a second tab', () => {
  it('shows the same conversation, and a message in either tab appears in the other', async () => {
    const visitor = await browser.newVisitor();
    const first = chatOn(await visitor.visit(site.shop));
    await first.open();
    await first.send('how long does shipping take?');

    const second = chatOn(await visitor.visit(site.shop));
    await second.open();
    await second.transcript.getByText('how long does shipping take?', { exact: true }).waitFor();

    await first.send('written in the first tab');
    await second.transcript.getByText('written in the first tab', { exact: true }).waitFor();
    await second.send('written in the second tab');
    await first.transcript.getByText('written in the second tab', { exact: true }).waitFor();

    for (const chat of [first, second]) {
      expect(await chat.count('written in the first tab')).toBe(1);
      expect(await chat.count('written in the second tab')).toBe(1);
    }
  });
});

describe('two visitors', () => {
  it('have separate conversations, and nothing of one reaches the other', async () => {
    const [anna, ben] = [await browser.newVisitor(), await browser.newVisitor()];
    const [annasPage, bensPage] = [await anna.context.newPage(), await ben.context.newPage()];
    const [annasWire, bensWire] = [tapWire(annasPage), tapWire(bensPage)];
    await Promise.all([annasPage.goto(site.shop), bensPage.goto(site.shop)]);
    const [annas, bens] = [chatOn(annasPage), chatOn(bensPage)];

    await bens.open();
    await annas.open();
    await annas.send('my order number is 4711-anna');
    await bens.send('my order number is 0815-ben');
    // Wait until both are answered: by then a leak would have arrived.
    const isAnswered = (wire: typeof annasWire): boolean =>
      wire.all('events').some(({ events }) => events.some(({ body }) => body.kind === 'answer.completed'));
    await expect.poll(() => isAnswered(annasWire) && isAnswered(bensWire)).toBe(true);

    expect(annasWire.all('welcome')[0]?.conversation).not.toBe(bensWire.all('welcome')[0]?.conversation);
    expect(JSON.stringify(bensWire.received)).not.toContain('4711-anna');
    expect(JSON.stringify(annasWire.received)).not.toContain('0815-ben');
    expect(await bens.count(/4711-anna/)).toBe(0);
    expect(await annas.count(/0815-ben/)).toBe(0);
  });
});
