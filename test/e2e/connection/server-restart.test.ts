/** The server is stopped or killed and starts again. The visitor loses nothing, sees nothing twice, and need not do anything. */
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { tapWire, type Wire } from '../../support/browser/websocket-tap.js';
import { chatOn } from '../../support/chat/chat.js';
import { openChat } from '../../support/chat/open-chat.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

/** Long enough for a reconnect on a busy machine; a passing test never waits this long. */
const PATIENT = { timeout: 120_000 };

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await sharedSite();
});

/** The numbers and kinds of the events that this tab has received, each number once. */
function logOf(wire: Wire): string[] {
  const bySeq = new Map(wire.all('events').flatMap(({ events }) => events.map((event) => [event.seq, event])));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq).map(({ seq, body }) => `${seq} ${body.kind}`);
}

const answers = (wire: Wire): number => logOf(wire).filter((line) => line.endsWith('answer.completed')).length;

describe('a deploy', () => {
  it('between two questions loses and repeats nothing: both are answered', async () => {
    const { chat, wire, page } = await openChat(browser, site.shop);
    await chat.send('how long does shipping take?');
    await expect.poll(() => answers(wire), PATIENT).toBe(1);

    await site.service.restart();
    await chat.send('can I return shoes I wore once?');
    await expect.poll(() => answers(wire), PATIENT).toBe(2);

    const log = logOf(wire);
    expect(log.map((line) => line.split(' ')[1])).toEqual([
      ...['message', 'answer.started', 'answer.completed'],
      ...['message', 'answer.started', 'answer.completed'],
    ]);
    await page.reload();
    await chat.reopened();
    await chat.transcript.getByText('can I return shoes I wore once?', { exact: true }).waitFor();
    expect(await chat.count('how long does shipping take?')).toBe(1);
    expect(await chat.count('can I return shoes I wore once?')).toBe(1);
  });
});

describe('a server that is killed', () => {
  it('right after it got a question answers it once after the restart', async () => {
    const { chat, wire } = await openChat(browser, site.shop);
    await chat.send('can I return shoes I wore once?');
    await expect.poll(() => wire.all('ack').length, { ...PATIENT, interval: 1 }).toBe(1);
    await site.service.kill9();
    await site.service.start();
    await expect.poll(() => answers(wire), PATIENT).toBe(1);
    expect(logOf(wire).filter((line) => line.endsWith(' message'))).toHaveLength(1);
    expect(await chat.count('can I return shoes I wore once?')).toBe(1);
  });
});

describe('a message written while the server is down', () => {
  it('is stored, delivered once when the server is back, and answered', async () => {
    const { chat, wire } = await openChat(browser, site.shop);
    await chat.send('how long does shipping take?');
    await expect.poll(() => answers(wire), PATIENT).toBe(1);

    await site.service.kill9();
    await chat.send('which sizes do you have?');
    await site.service.start();
    await expect.poll(() => answers(wire), PATIENT).toBe(2);
    expect(logOf(wire).filter((line) => line.endsWith(' message'))).toHaveLength(2);
    expect(await chat.count('which sizes do you have?')).toBe(1);
  });

  it('survives a reload of the page before the server is back', async () => {
    const { chat, wire, page } = await openChat(browser, site.shop);
    await chat.send('how long does shipping take?');
    await expect.poll(() => answers(wire), PATIENT).toBe(1);

    await site.service.kill9();
    await chat.send('which sizes do you have?');
    await page.close();
    await site.service.start();

    const again = await page.context().newPage();
    const wireAgain = tapWire(again);
    await again.goto(site.shop);
    await chatOn(again).open();
    await expect.poll(() => answers(wireAgain), PATIENT).toBe(2);
    await expect.poll(() => chatOn(again).count('which sizes do you have?')).toBe(1);
  });
});
