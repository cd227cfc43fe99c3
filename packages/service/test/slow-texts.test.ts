/**
 * W14: texts that make patterns backtrack, in every text of every contract: what visitors send, what people at the desk and
 * agents bring, what operators write down, what the server tells its clients. The fields are read from the schemas: one that is
 * added is tried here as soon as it is there. What must be true: each costs next to nothing, and the server goes on.
 */
import * as protocol from '@service/protocol';
import {
  clientFrameSchema,
  inboxFileSchema,
  logEventSchema,
  partsSchema,
  serverFrameSchema,
} from '@service/protocol/schema';
import { describe, expect, it } from 'vitest';
import type { ZodType } from 'zod';
import { type Shape, shapesOf, withText } from '../../../test/support/wire/schema-shapes.js';
import { LENGTHS, slowTexts, workOf } from '../../../test/support/wire/slow-texts.js';
import { OF_THE_CONTRACT, TEXT_RULES } from '../../../test/support/wire/text-rules.js';
import { excerptOf } from '../../realtime-server/dist/conversation/search/excerpt.js';
import { phrasesOf } from '../../realtime-server/dist/conversation/search/search-terms.js';
import { summaryOf } from '../../realtime-server/dist/conversation/visitor-conversations.js';
import { decodeFrame } from '../../realtime-server/dist/gateway/decode-frame.js';
import { INBOX_API_REQUESTS } from '../../realtime-server/dist/http/inbox-api/requests.js';
import { publicInbox } from '../../realtime-server/dist/inbox/public-inbox.js';
import { serve } from '../../realtime-server/test/support/serve.js';
import { arrive, helloOf } from '../../realtime-server/test/support/two-tenants.js';

/** Milliseconds of work for all the slow texts in one place: what backtracks costs thousands of times as much. */
const ENOUGH = 2_000;

/** The slow texts that a field takes, each as long as it does. */
const fitting = (takes: (text: string) => boolean): readonly string[] => {
  const longest = LENGTHS.map((length) => slowTexts(length).filter(takes)).filter(({ length }) => length > 0);
  return longest[0] ?? [];
};

interface Place {
  readonly where: string;
  readonly filled: readonly Shape['example'][];
}

/** Every text of a schema, by its path, filled with each slow text that fits. */
function placesOf(schema: ZodType): readonly Place[] {
  const places = new Map<string, Place>();
  for (const { example, texts } of shapesOf(schema))
    for (const { path, takes } of texts) {
      const where = [(example as { t?: string } | null)?.t, ...path].filter((each) => each !== undefined).join('.');
      if (!places.has(where))
        places.set(where, { where, filled: fitting(takes).map((text) => withText(example, path, text)) });
    }
  return [...places.values()].filter(({ filled }) => filled.length > 0);
}

/** Accepted or refused, the result must come soon. */
const either = (run: () => unknown): void => {
  try {
    run();
  } catch {
    // Refused is as good as taken.
  }
};

const CONTRACTS: Readonly<Record<string, readonly [schema: ZodType, read: (value: Shape['example']) => unknown]>> = {
  'what a visitor’s client sends': [
    clientFrameSchema,
    (frame) => decodeFrame(Buffer.from(JSON.stringify(frame)), false),
  ],
  'what the server tells a client': [
    serverFrameSchema,
    (frame) => {
      const text = JSON.stringify(frame);
      const read = protocol.readServerFrame(text);
      if (read.kind !== 'ignored') return;
      either(() => protocol.readToolFrame(read.frame));
      either(() => protocol.readConversationFrame(read.frame));
      either(() => protocol.readFoundFrame(read.frame));
    },
  ],
  'what is in the log': [
    logEventSchema,
    (event) => {
      const { text, parts } = (event as { body: { text?: string; parts?: string } }).body;
      summaryOf({ id: 'cnv_1', handler: 'agent', read: 0 } as Parameters<typeof summaryOf>[0], [event as never]);
      either(() => protocol.readParts(parts ?? ''));
      either(() => protocol.readFormAnswer(parts ?? ''));
      excerptOf(text ?? '', phrasesOf('return shoes'));
    },
  ],
  'what people and agents show under a message': [partsSchema, (parts) => protocol.readParts(JSON.stringify(parts))],
  'what an operator writes into inbox.json': [
    inboxFileSchema,
    (file) => {
      const read = inboxFileSchema.safeParse(file);
      if (read.success)
        publicInbox({
          id: 'demo',
          managedBy: 'file',
          state: 'live',
          knowledgeBase: 'demo',
          aiAgent: null,
          ...read.data,
        });
      either(() => protocol.resolveTheme((file as { theme?: protocol.WidgetTheme }).theme ?? null, 'dark'));
    },
  ],
  ...Object.fromEntries(
    Object.entries(INBOX_API_REQUESTS).flatMap(([route, schema]) =>
      schema === null ? [] : [[`${route} of the desk`, [schema as ZodType, () => undefined] as const]],
    ),
  ),
};

describe.each(Object.entries(CONTRACTS))('W14: %s', (_name, [schema, read]) => {
  const places = placesOf(schema);

  it.each(places)('is looked at soon with anything in $where', async ({ filled }) => {
    const work = await workOf(() => {
      for (const value of filled) {
        either(() => schema.safeParse(value));
        either(() => read(value));
      }
    });
    expect(work, 'milliseconds of work').toBeLessThan(ENOUGH);
  });
});

describe('W14: a text by itself', () => {
  it('is looked at by every rule of the contract that takes one', () => {
    expect(TEXT_RULES.filter(({ name }) => name.endsWith(OF_THE_CONTRACT)).length).toBeGreaterThan(15);
  });

  it.each(TEXT_RULES)('costs next to nothing: $name', async ({ rule, longest }) => {
    const work = await workOf(() => {
      for (const text of slowTexts(longest)) either(() => rule(text));
    });
    expect(work, 'milliseconds of work').toBeLessThan(ENOUGH);
  });
});

describe('W14: over the wire', () => {
  it('each is answered, and requests meanwhile are served', async () => {
    const server = await serve(undefined, undefined, 1);
    const own = /"cnv_0{16,}[^"]*"|"conversation":"[^"]*"/;
    const hello = { ...helloOf('first', 'mia', false), inbox: 'demo', origin: 'http://shop.test' };
    for (const { filled } of placesOf(clientFrameSchema)) {
      const client = await arrive(server);
      const frame = filled[Math.floor(filled.length / 2)] as { t: string };
      if (frame.t !== 'hello') {
        client.hello(hello);
        await client.next('live');
        client.sendRaw(JSON.stringify(frame).replace(own, `"conversation":"${client.conversation}"`));
      } else client.sendRaw(JSON.stringify(frame));
      client.send({ t: 'ping', n: 4_711 });
      await client.until(
        () => client.closed !== null || client.frames.some((each) => each.t === 'pong' && each.n === 4_711),
        'an answer',
      );
      await client.close();
    }
    expect(server.failures).toEqual([]);
    await server.dispose();
  }, 120_000);
});
