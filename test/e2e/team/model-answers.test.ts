/** Answers from a model: how they are shown, their sources, and what is shown when the model fails. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { frameOf } from '../../support/chat/chat.js';
import { openChat } from '../../support/chat/open-chat.js';
import { type Loopback, openLoopback } from '../../support/model-provider/loopback-server.js';
import { say } from '../../support/model-provider/reply.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

const QUESTION = 'can I return shoes I wore once?';
const browser = useBrowser();
let provider: Loopback;
let site: Site;

beforeAll(async () => {
  provider = await openLoopback(['text-embedding-loopback', 'chat-loopback']);
  site = await startSite({ OPENAI_BASE_URL: `${provider.origin}/v1` });
});
afterAll(async () => {
  await site?.dispose();
  await provider?.close();
});

describe('an answer from a model', () => {
  it('is shown while it is written, names its article, and contains no picture and no link to an unknown site', async () => {
    let finish = (): void => undefined;
    const rest = new Promise<void>((resolve) => {
      finish = resolve;
    });
    provider.script({
      kind: 'held',
      text: ['Yes, if they are clean. [1] ', '![spy](https://evil.test/p.png?q=1) [more](https://evil.test/?q=1) [7]'],
      until: (piece) => (piece === 0 ? Promise.resolve() : rest),
    });
    const { visitor, page, chat } = await openChat(browser, site.shop);
    await chat.send(QUESTION);
    await chat.transcript.getByText('Yes, if they are clean.').waitFor();
    finish();
    await chat.transcript.getByText('spy more').waitFor();
    const asked = provider.requests.at(-1)?.body;
    expect(asked.model).toBe('chat-loopback');
    const [, title] = /<passage number="1" title="([^"]+)"/.exec(asked.messages[0].content) ?? [];
    await chat.transcript
      .getByText(title as string)
      .first()
      .waitFor();
    expect(await frameOf(page).locator('a[href*="evil"], img[src*="evil"]').count()).toBe(0);
    expect(visitor.exceptions).toEqual([]);
  });

  it('that is cut off or fails shows an explanation and offers a person', async () => {
    provider.script({ kind: 'reset', text: ['Yes, if they '] }, { kind: 'status', status: 401 });
    const { chat, page } = await openChat(browser, site.shop);
    await chat.send(QUESTION);
    await chat.transcript.getByText(/my answer was cut off here/).waitFor();
    await frameOf(page).getByRole('button', { name: 'Talk to a person' }).first().waitFor();
    await chat.send('and boots?');
    await chat.transcript.getByText(/isn’t available/).waitFor();
    // The server's log may arrive after the answer.
    await expect.poll(() => site.service.output).toContain('does not accept the key');
    expect(await chat.transcript.textContent()).not.toMatch(/secret|HTTP/);
    expect(site.service.output).not.toMatch(/sk-|It broke/);
  });

  it('during which the server was killed is written once, by the next process', async () => {
    provider.script({ kind: 'hang', text: ['Half of an answer'] }, say('The whole answer, once.'));
    const { wire, chat } = await openChat(browser, site.shop);
    await chat.send(QUESTION);
    await chat.transcript.getByText('Half of an answer').waitFor();
    await site.service.kill9();
    await site.service.start();
    await chat.transcript.getByText('The whole answer, once.').waitFor();
    await expect.poll(() => chat.transcript.getByText('Half of an answer').count()).toBe(0);
    // Wait for the end of the answer: its text is shown before.
    await chat.transcript.getByRole('button', { name: 'Good answer', exact: true }).waitFor();
    const kinds = new Map(wire.all('events').flatMap(({ events }) => events.map(({ seq, body }) => [seq, body.kind])));
    expect([...kinds.values()].filter((kind) => kind === 'answer.completed')).toHaveLength(1);
  });
});
