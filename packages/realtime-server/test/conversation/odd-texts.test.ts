/**
 * NUL, halves of characters, and what else a text can hold that a database or a file system may not: in every text of every
 * frame, on every store. Taken or refused in words; never what looks like a store that is away, which a client would ask again
 * and again.
 */
import type { ServerFrame } from '@service/protocol';
import { clientFrameSchema } from '@service/protocol/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Shape, shapesOf, withText } from '../../../../test/support/wire/schema-shapes.js';
import { SHARED_STORES, type SharedStore } from '../store/shared-stores.js';
import type { TestServer } from '../support/serve.js';
import { arrive, helloOf, SHOPS, twoTenants } from '../support/two-tenants.js';
import type { WireClient } from '../support/wire-client.js';

const ODD = ['\u0000', 'a\u0000b\ud800', '\udfff\ud800', '\ufeff\u202e', "'; --\\", '%00%ff'] as const;
const OWN = { conversation: 'cnv_own0000000000000000', session: `cws_${'o'.repeat(43)}` } as const;
/** They end what is tried. */
const LAST_WORDS = ['logout', 'withdraw', 'erase'];
/** What is answered when something went wrong that the sender can't help. */
const FAILED = ['store_unavailable', 'internal'];

let store: SharedStore;
let server: TestServer;

/** What comes back for one frame, up to the pong behind it or the end of the socket. */
async function answerTo(client: WireClient, frame: string): Promise<readonly ServerFrame[]> {
  const mark = client.frames.length;
  client.sendRaw(frame);
  client.send({ t: 'ping', n: mark + 1 });
  await client.until(
    () => client.closed !== null || client.frames.slice(mark).some((each) => each.t === 'pong' && each.n === mark + 1),
    'an answer',
  );
  return client.frames.slice(mark);
}

function casesOf(): readonly Shape['example'][] {
  const own: Record<string, string> = { ...OWN, inbox: 'first', origin: SHOPS.first };
  const shapes = shapesOf(clientFrameSchema, (name, takes) => (takes(own[name] ?? '') && own[name]) || null);
  const filled = shapes.flatMap(({ example, texts }) =>
    texts.flatMap(({ path, takes }) => ODD.filter(takes).map((text) => withText(example, path, text))),
  );
  const all = new Map(filled.map((frame) => [JSON.stringify(frame), frame]));
  return [...all.values()].filter((frame) => !LAST_WORDS.includes((frame as { t: string }).t));
}

describe.each(SHARED_STORES)('texts that are none, on %s', (_name, begin) => {
  beforeAll(async () => {
    store = await begin();
    server = await twoTenants(store);
  }, 60_000);
  afterAll(async () => {
    await server.dispose();
    await store.end();
  });

  it('W20: are answered as any other text is, in every field of every frame that takes one', async () => {
    const cases = casesOf();
    let client: WireClient | null = null;
    let sent = 0;
    for (const frame of cases) {
      const isHello = (frame as { t: string }).t === 'hello';
      if (isHello || sent >= 4 || client?.closed) {
        await client?.close();
        client = null;
        sent = 0;
      }
      const text = JSON.stringify(frame);
      if (isHello) {
        client = await arrive(server);
        client.sendRaw(text.replace(`"${OWN.session}"`, 'null'));
        await client.until(
          () => client?.closed !== null || client.frames.some(({ t }) => t === 'live'),
          `an answer to ${text}`,
        );
        // A consent or an identity may be refused, which is another code than that something failed.
        expect(client.closed?.code, text).not.toBe(1011);
        continue;
      }
      if (!client) {
        client = await arrive(server);
        client.hello(helloOf('first', 'mia', false));
        await client.next('live');
      }
      const frames = await answerTo(client, text.replaceAll(OWN.conversation, client.conversation));
      sent += 1;
      const failed = frames.filter((each) => each.t === 'error' && FAILED.includes(each.code));
      expect(failed, text).toEqual([]);
    }
    await client?.close();
    expect(cases.length).toBeGreaterThan(30);
    expect(server.failures.filter((each) => !('reason' in (each as object)))).toEqual([]);
  }, 120_000);
});
