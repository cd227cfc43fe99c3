/**
 * On a shared computer a signed-in visitor writes, drafts, attaches files and signs out. In every mode of the chat, memory,
 * storage, documents, sockets and requests then contain nothing of them.
 */
import type { Frame, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { tapWire } from '../../support/browser/websocket-tap.js';
import {
  broadcastsOf,
  heapSnapshotOf,
  objectUrlsOf,
  recordUrlsAndBroadcasts,
  storageOf,
} from '../../support/page-checks/personal-data-search.js';
import { dailyShare } from '../../support/runs/daily.js';
import { LONG } from '../../support/runs/results.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';
import { CANARY, expectNotInHeap, NAME, SUBJECT } from './canary.js';
import { chatModes } from './chat-modes.js';

const browser = useBrowser();
let site: Site;
let picture: Buffer;
beforeAll(async () => {
  site = await sharedSite();
  picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#2f7d6b' } })
    .png()
    .toBuffer();
});

const MODES = chatModes(() => ({ site, picture }));

const modes = dailyShare(
  MODES.filter(({ name }) => LONG || name !== 'prompt-input'),
  2,
);

describe.each(modes)('after a visitor of $name has signed out on a shared computer', (mode) => {
  it('memory, storage, documents, sockets and requests contain nothing of them', async () => {
    const visitor = await browser.newVisitor();
    await recordUrlsAndBroadcasts(visitor);
    const page = await visitor.context.newPage();
    const wire = tapWire(page);
    const requests: string[] = [];
    visitor.context.on('request', (request) =>
      requests.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`),
    );
    await mode.enter(page);
    await mode.identify(page);
    await mode.send(page, `my card ends in ${CANARY}`, `bill-${CANARY}.png`);
    const uploaded = page.waitForResponse((response) => /\/v1\/uploads$/.test(response.url()));
    await mode.draft(page, `a draft with ${CANARY}`, `draft-${CANARY}.png`);
    // Wait for the upload, or it would count as a request after the sign-out.
    await uploaded;
    const session = wire.all('welcome').at(-1)?.session ?? '';
    expect(session).toMatch(/^cws_/);
    // Check that the heap search can find the text.
    const [chat] = mode.documents(page).slice(-1) as [Page | Frame];
    expect((await heapSnapshotOf(visitor, chat)).includes(CANARY)).toBe(true);
    expect(await chat.content()).toContain(CANARY);

    const before = { received: wire.received.length, sent: wire.sent.length, requests: requests.length };
    await broadcastsOf(visitor, true);
    await mode.logout(page);
    await expect.poll(() => chat.content()).not.toContain(CANARY);
    await mode.sendAsNext(page, 'hello from the next one');
    await expect
      .poll(() => JSON.stringify(wire.received.slice(before.received)).includes('hello from the next one'))
      .toBe(true);

    for (const secret of [CANARY, session, NAME, SUBJECT]) {
      for (const frame of page.frames()) expect(await frame.content(), 'documents').not.toContain(secret);
      expect(await storageOf(visitor), 'storage').not.toContain(secret);
      expect(await broadcastsOf(visitor), 'messages to other tabs').not.toContain(secret);
      expect(JSON.stringify(wire.received.slice(before.received)), 'received frames').not.toContain(secret);
      expect(JSON.stringify(wire.sent.slice(before.sent)), 'sent frames').not.toContain(secret);
      expect(requests.slice(before.requests).join('\n'), 'requests').not.toContain(secret);
    }
    expect(await objectUrlsOf(visitor), 'object URLs').toEqual([]);
    for (const document of mode.documents(page)) await expectNotInHeap(visitor, document, [CANARY, session]);
    expect(visitor.exceptions).toEqual([]);
  });
});
