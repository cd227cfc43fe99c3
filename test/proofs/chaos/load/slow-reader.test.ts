/**
 * Clients that stop reading, like a phone in a tunnel: the socket stays open, but nothing is read from it. While their log
 * grows by megabytes, each costs the server less than a mebibyte, and when they read again they get everything.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LONG, saveResults } from '../../../support/runs/results.js';
import { NodeBrowser, type NodePage } from '../../../support/wire/node-client.js';
import { type Holdings, type ProbedService, startProbedService } from '../support/probed-service.js';
import { writeAsPerson } from '../support/write-as-person.js';

const READERS = LONG ? 50 : 8;
const MIB = 2 ** 20;
/** In each conversation. The system holds some 4 MiB of them in its own buffers before the server notices anything. */
const MESSAGES = LONG ? 450 : 240;
const WARMING = 20;
/** 24 KB each in UTF-8: about the longest a person may write. */
const TEXT = '漢'.repeat(7_990);

let server: ProbedService;
beforeAll(async () => {
  server = await startProbedService();
});
afterAll(async () => {
  await server.dispose();
});

interface Reader {
  readonly page: NodePage;
  readonly conversation: string;
}

async function open(): Promise<Reader> {
  const page = new NodeBrowser().open(server.options());
  page.client.connect();
  await page.until(({ getState }) => getState().loaded, 'the conversation');
  return { page, conversation: page.client.getState().conversation as string };
}

describe(`${READERS} readers who stop reading while ${MESSAGES} long messages come for each`, () => {
  it('W9: cost the server less than a mebibyte each, and have everything once they read again', async () => {
    const readers = await Promise.all(Array.from({ length: READERS }, () => open()));
    // What the server loads and compiles at its first messages is no reader's.
    const { page: first, conversation } = await open();
    for (let i = 0; i < WARMING; i++) await writeAsPerson(server.service, conversation, TEXT);
    first.browser.closeAll();
    const before = await server.holdings(true);
    for (const { page } of readers) page.socket?.pause();

    const samples: Holdings[] = [];
    for (let i = 0; i < MESSAGES; i++) {
      await Promise.all(readers.map(({ conversation }) => writeAsPerson(server.service, conversation, `${i} ${TEXT}`)));
      // Collect garbage first: writing this much leaves a lot of it, and only memory in use counts.
      if (i % 10 === 0) samples.push(await server.holdings(true));
    }
    const bytes = MESSAGES * READERS * Buffer.byteLength(TEXT);
    const most = Math.max(...samples.map(({ bufferedMost }) => bufferedMost));
    const all = Math.max(...samples.map(({ bufferedAll }) => bufferedAll));
    const held = (sample: Holdings): number => sample.heapUsed + sample.external;
    // What is held for readers stays until they read; a single sample may have work of its moment in it besides.
    const late = samples.slice(-samples.length / 4).map(held);
    const each = (Number(late.sort((a, b) => a - b)[late.length >> 1]) - held(before)) / READERS;

    for (const { page } of readers) page.socket?.resume();
    await Promise.all(
      readers.map(async ({ page }) => {
        // The page missed no more events than a replay may hold, so it goes on from where it stopped.
        await page.until(({ getState }) => {
          const last = getState().timeline.at(-1);
          return last?.type === 'person' && last.text.startsWith(`${MESSAGES - 1} `);
        }, 'the last message');
        const numbers = page.client
          .getState()
          .timeline.flatMap((entry) => (entry.type === 'person' ? [entry.text.split(' ')[0]] : []));
        expect(numbers).toEqual(Array.from({ length: MESSAGES }, (_, i) => String(i)));
      }),
    );
    const line = `${(bytes / MIB).toFixed(0)} MiB written; at most ${(most / 1_024).toFixed(0)} KiB buffered for one reader, ${(all / MIB / READERS).toFixed(2)} MiB each on average, ${(each / MIB).toFixed(2)} MiB of memory in use more for each`;
    console.log(line);
    expect(most, 'bytes buffered for one reader').toBeLessThanOrEqual(MIB);
    expect(each, 'memory in use for each reader').toBeLessThanOrEqual(MIB);
    for (const { page } of readers) page.browser.closeAll();
    if (!LONG) return;
    saveResults(
      {
        name: 'slow-reader',
        title: 'Readers who stop reading',
        command: 'npm run test:long -- test/proofs/chaos/load/slow-reader',
        packages: ['ws', 'libsql'],
      },
      `${READERS} visitors whose sockets are paused while a person writes ${MESSAGES} long messages to each.\n\n- ${line}`,
    );
  });
});
