/**
 * JSON whose fields are called like what every object inherits, wherever JSON from elsewhere is read, merged or handed on:
 * frames, settings, tokens, forms, arguments of functions, what agents answer, lines of the log. What must be true: nothing of
 * it becomes anybody's prototype, neither of all objects nor of the one that was read.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as protocol from '@service/protocol';
import {
  clientFrameSchema,
  inboxFileSchema,
  logEventSchema,
  partsSchema,
  serverFrameSchema,
} from '@service/protocol/schema';
import { afterEach, describe, expect, it } from 'vitest';
import type { ZodType } from 'zod';
import { shapesOf } from '../../../test/support/wire/schema-shapes.js';
import { RunReader } from '../../answering/dist/ag-ui/run-events.js';
import { parseCheckpoint } from '../../answering/dist/turn/dialogue/checkpoint.js';
import { decodeFrame } from '../../realtime-server/dist/gateway/decode-frame.js';
import { INBOX_API_REQUESTS } from '../../realtime-server/dist/http/inbox-api/requests.js';
import { readClaims } from '../../realtime-server/dist/identity/claims.js';
import { parseJsonWithUniqueKeys } from '../../realtime-server/dist/identity/json-unique-keys.js';
import { readRing } from '../../realtime-server/dist/identity/key-ring.js';
import { readInbox } from '../../realtime-server/dist/inbox/inbox-directory.js';
import { publicInbox } from '../../realtime-server/dist/inbox/public-inbox.js';
import { CLAIMS, KEY } from '../../realtime-server/test/identity/sign-token.js';
import { readConfig } from '../dist/config.js';
import { redacted } from '../dist/log/log.js';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const POISON = '"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"prototype":{"admin":true}';
/** As a parser leaves it: own fields, whatever they are called. */
const POISONED = JSON.parse(`{${POISON}}`) as Json;
const INHERITED = Object.getOwnPropertyNames(Object.prototype).sort();

/** The value as JSON, with the poison in one of its objects after the other, and in all of them; each spelled twice. */
function poisonings(value: Json): readonly string[] {
  const text = JSON.stringify(value);
  const objects = [...text.matchAll(/\{(?=["}])/g)].map(({ index }) => index);
  const into = (places: readonly number[], poison: string): string =>
    [...places]
      .reverse()
      .reduce(
        (made, at) => `${made.slice(0, at + 1)}${poison}${made[at + 1] === '}' ? '' : ','}${made.slice(at + 1)}`,
        text,
      );
  const escaped = POISON.replace('"__proto__"', '"\\u005f_proto__"').replace('"constructor"', '"constructo\\u0072"');
  return [...objects.map((at) => [at]), objects].flatMap((places) => [into(places, POISON), into(places, escaped)]);
}

/** Objects in it whose prototype is none of those that objects are made with. */
function strangers(value: unknown, seen = new Set<unknown>()): readonly unknown[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  const plain = prototype === null || prototype === Object.prototype || Array.isArray(value);
  const made = plain || typeof (prototype as { constructor?: unknown }).constructor === 'function';
  return [
    ...(made && !('admin' in value && !Object.hasOwn(value, 'admin')) ? [] : [value]),
    ...Reflect.ownKeys(value).flatMap((key) => strangers(Reflect.get(value, key), seen)),
  ];
}

/** Accepted or refused, the text must not have changed any prototype. */
function nothingInherits(read: () => unknown, what: string): void {
  let result: unknown;
  try {
    result = read();
  } catch {
    // Refused is as good as taken.
  }
  expect(strangers(result), what).toEqual([]);
}

afterEach(() => {
  expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(INHERITED);
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
  expect(([] as { admin?: boolean }).admin).toBeUndefined();
});

const CONTRACTS: Readonly<Record<string, readonly [schema: ZodType, read: (text: string) => unknown]>> = {
  'a frame of a visitor': [clientFrameSchema, (text) => decodeFrame(Buffer.from(text), false)],
  'a frame of the server': [serverFrameSchema, (text) => protocol.readServerFrame(text)],
  'an event of the log': [logEventSchema, (text) => JSON.parse(text)],
  'parts of an answer': [partsSchema, (text) => [protocol.readParts(text), protocol.readFormAnswer(text)]],
  'settings of an inbox': [inboxFileSchema, (text) => inboxFileSchema.safeParse(JSON.parse(text))],
  ...Object.fromEntries(
    Object.entries(INBOX_API_REQUESTS).flatMap(([route, schema]) =>
      schema === null
        ? []
        : [[`${route} of the desk`, [schema as ZodType, (text: string) => JSON.parse(text)] as const]],
    ),
  ),
};

describe.each(Object.entries(CONTRACTS))('W19: %s', (_name, [schema, read]) => {
  it('with fields called like what is inherited leaves every prototype what it was', () => {
    const texts = shapesOf(schema).flatMap(({ example }) => poisonings(example as Json));
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) {
      nothingInherits(() => read(text), text);
      nothingInherits(() => schema.safeParse(JSON.parse(text)), text);
    }
  });
});

describe('W19: what is called like what is inherited', () => {
  it('is no frame of a visitor’s, however it is spelled', () => {
    const context: Json = { t: 'context', user: { name: 'Kim', customAttributes: { plan: 'pro' } } };
    for (const text of poisonings(context)) expect(decodeFrame(Buffer.from(text), false).ok, text).toBe(false);
    const named = decodeFrame(
      Buffer.from('{"t":"context","user":{"customAttributes":{"constructor":"x","toString":"y"}}}'),
      false,
    );
    // As the name of an attribute it is a word like any other.
    expect(named).toMatchObject({
      ok: true,
      frame: { user: { customAttributes: { constructor: 'x', toString: 'y' } } },
    });
  });

  it('is no claim of a token, no key of a ring, no setting', () => {
    for (const text of poisonings({ ...CLAIMS, attrs: { plan: 'pro' } })) {
      const claims = parseJsonWithUniqueKeys(text);
      nothingInherits(() => claims, text);
      expect(readClaims(claims), text).toBeNull();
    }
    for (const text of poisonings([{ ...KEY }])) expect(readRing(text).ok, text).toBe(false);
    const named = Object.entries(JSON.parse(`{"PORT":"4600",${POISON}}`) as object);
    // An environment has nothing but texts.
    const config = readConfig(Object.fromEntries(named.map(([name, value]) => [name, String(value)])));
    nothingInherits(() => config, 'the environment');
  });

  it('is a mistake that is named in an inbox’s file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'service-inbox-'));
    try {
      const file = { name: 'Shop', allowedOrigins: ['https://shop.test'], theme: { template: 'minimal' }, people: {} };
      for (const text of poisonings(file as Json)) {
        const path = join(folder, 'inbox.json');
        writeFileSync(path, text);
        const reading = readInbox('demo', path);
        nothingInherits(() => reading, text);
        if (reading.ok) nothingInherits(() => publicInbox(reading.settings), text);
        else expect(reading.problems.join(), text).toContain(path);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('answers no form, and fills none of its fields', () => {
    const fields = [{ type: 'text', name: 'constructor', label: 'Name' }] as const;
    const form = { type: 'form', title: 'You', fields } as const;
    expect(protocol.fillForm(form, POISONED as Record<string, unknown>)).toMatchObject({ ok: false });
    const filled = protocol.fillForm(form, {});
    // A field of such a name is answered by what was typed, never by what it inherits.
    expect(filled).toEqual({ ok: true, values: {} });
    expect(protocol.createFormAnswer(form, 1, {}).answers).toEqual([]);
    nothingInherits(() => protocol.fillForm(form, { constructor: 'Kim' }), 'a form');
  });

  it('is no argument that a function knows, and changes none that it does', () => {
    const schema = { type: 'object', properties: { order: { type: 'string' } }, additionalProperties: false };
    for (const text of poisonings({ order: '4711' })) {
      const args = JSON.parse(text) as unknown;
      expect(protocol.checkArguments(schema, args).length, text).toBeGreaterThan(0);
      nothingInherits(() => JSON.parse(protocol.canonicalJson(args)), text);
      // What is confirmed is what is handed on: with nothing left out of what its hash is made of.
      expect(protocol.canonicalJson(args), text).toContain('__proto__');
    }
    // Nor is anything required that only prototypes have, or found by a reference to one.
    expect(protocol.checkArguments({ type: 'object', required: ['toString'] }, {})).toHaveLength(1);
    expect(protocol.checkArguments({ $ref: '#/constructor' }, {})).toHaveLength(1);
    for (const text of poisonings(schema as Json))
      nothingInherits(() => protocol.checkArguments(JSON.parse(text), { order: '4711' }), text);
  });

  it('changes nothing of what an agent elsewhere answers, or of a turn that is taken up again', () => {
    const citation = { number: 1, documentId: 'a', title: 'A', quote: 'a' };
    const events: readonly Json[] = [
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'x' },
      { type: 'TEXT_MESSAGE_END', metadata: { citations: [citation] } },
      { type: 'TOOL_CALL_START', toolCallId: '__proto__', toolCallName: 'constructor' },
      { type: 'TOOL_CALL_ARGS', toolCallId: '__proto__', delta: `{${POISON}}` },
      { type: 'TOOL_CALL_END', toolCallId: '__proto__' },
      { type: 'CUSTOM', name: 'handoff', value: { reason: 'please' } },
      {
        type: 'CUSTOM',
        name: 'parts',
        value: [{ type: 'card', title: 'A', links: [{ label: 'a', url: 'https://a.test' }] }],
      },
    ];
    const reader = new RunReader(new Set(['constructor']));
    for (const event of events)
      for (const text of poisonings(event)) nothingInherits(() => reader.read(JSON.parse(text)), text);
    const turn = { version: 1, passages: [], cited: [], sources: [], person: false, steps: [{ carried: {} }] };
    for (const text of poisonings(turn)) nothingInherits(() => parseCheckpoint(text), text);
  });

  it('is written into the log as a word, in the line it belongs to', () => {
    nothingInherits(() => redacted({ given: POISONED, deep: [POISONED] }), 'a line of the log');
    expect(JSON.stringify(redacted({ given: POISONED }))).toContain('__proto__');
  });

  it('gives a page’s own settings and context nothing that the page did not say', () => {
    const ofContract = Object.values(protocol).flatMap((rule) =>
      typeof rule === 'function' && !/^class /.test(String(rule)) ? [rule as (...given: unknown[]) => unknown] : [],
    );
    expect(ofContract.length).toBeGreaterThan(30);
    const config = {
      inboxId: 'demo',
      user: { name: 'Kim', customAttributes: { a: 1 } },
      theme: { template: 'minimal' },
    };
    for (const text of [...poisonings(config), `{${POISON}}`])
      for (const rule of ofContract) {
        const given = JSON.parse(text) as unknown;
        nothingInherits(() => rule(given, 'light'), `${rule.name} of ${text}`);
        nothingInherits(() => rule(given, given), `${rule.name} of ${text}, twice`);
        nothingInherits(() => rule(text), `${rule.name} of the text`);
      }
  });
});
