/**
 * The thread that writes the embedded store ends, as when it has no memory left, while the rest of the server lives: it could
 * answer and store nothing, for as long as somebody let it. It ends by itself, says so with its code, and the process that is
 * started in its place has and takes everything.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NodeBrowser } from '../../../support/wire/node-client.js';
import { isSettled, logOf, problemsAtTheEnd, Witness } from '../support/delivered-once.js';
import { type ProbedService, startProbedService } from '../support/probed-service.js';

let server: ProbedService;
beforeAll(async () => {
  server = await startProbedService();
});
afterAll(async () => {
  await server.dispose();
});

describe('a server that can store nothing any more', () => {
  it('ends, and the one after it has every message once, also those written meanwhile', async () => {
    const browser = new NodeBrowser({ timesFaster: 10 });
    const page = browser.open(server.options());
    const witness = new Witness(page);
    const sent = ['before', 'just then', 'while nobody was there'];
    page.client.connect();
    page.client.sendMessage('before');
    await page.until(() => isSettled(page, 1), 'the first answer');

    const ended = server.service.endsByItself();
    await server.endWriter();
    page.client.sendMessage('just then');
    expect(await ended, server.service.output).toBe(1);
    expect(server.service.output).toContain('nothing can be stored any more');
    page.client.sendMessage('while nobody was there');
    await server.service.start();
    await page.until(() => isSettled(page, 3), 'all answers');

    const log = await logOf(browser, server.service.port);
    expect([...problemsAtTheEnd(log, sent, [page]), ...witness.problems(log)]).toEqual([]);
    browser.closeAll();
  });
});
