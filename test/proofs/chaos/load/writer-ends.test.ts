/**
 * The thread that writes the embedded store ends, as when it has no memory left, while the rest of the server goes on. Such a
 * server could answer but store nothing. So it ends by itself with an error code, and the process that is started in its
 * place has every stored message and takes new ones.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NodeBrowser } from '../../../support/wire/node-client.js';
import { isSettled, logOf, PageObserver, problemsAtTheEnd } from '../support/delivered-once.js';
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
    const observer = new PageObserver(page);
    const sent = ['before', 'just then', 'while the server was down'];
    page.client.connect();
    page.client.sendMessage('before');
    await page.until(() => isSettled(page, 1), 'the first answer');

    const ended = server.service.endsByItself();
    await server.endWriter();
    page.client.sendMessage('just then');
    expect(await ended, server.service.output).toBe(1);
    expect(server.service.output).toContain('nothing can be stored any more');
    page.client.sendMessage('while the server was down');
    await server.service.start();
    await page.until(() => isSettled(page, 3), 'all answers');

    const log = await logOf(browser, server.service.port);
    expect([...problemsAtTheEnd(log, sent, [page]), ...observer.problems(log)]).toEqual([]);
    browser.closeAll();
  });
});
