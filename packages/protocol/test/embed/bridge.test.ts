import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BRIDGE_MARK,
  BRIDGE_VERSION,
  FRAME_SHAPES,
  type HostMessage,
  readBridgeConnect,
  readBridgeHello,
  readFrameMessage,
  readHostMessage,
} from '../../src/embed/bridge.js';
import { WIDGET_EVENTS } from '../../src/embed/widget-events.js';
import { FRAME_ERROR_CODES } from '../../src/errors/error-codes.js';
import { START_ERRORS } from '../../src/errors/page-errors.js';
import { MESSAGE_LIMITS } from '../../src/limits.js';

const NONCE = 'abcdefghijklmnop';
const hello = { mark: BRIDGE_MARK, t: 'hello', nonce: NONCE, versions: [1] };
const config = { inboxId: 'demo' };
const connect = {
  mark: BRIDGE_MARK,
  t: 'connect',
  nonce: NONCE,
  version: BRIDGE_VERSION,
  config,
  scheme: 'light',
  viewport: { width: 1, height: 2 },
};
const NAMES_OF_EVERY_OBJECT = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
/** Everything a window or a port can deliver: what structured clone lets through. */
const delivered = fc.oneof(
  fc.anything({
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withSparseArray: true,
    withBigInt: true,
  }),
  fc.record({
    mark: fc.constant(BRIDGE_MARK),
    t: fc.oneof(
      fc.constantFrom('hello', 'connect', 'event', 'send', 'context', 'questions', 'viewport', 'shape'),
      fc.anything(),
    ),
    nonce: fc.oneof(fc.constant(NONCE), fc.anything()),
    versions: fc.anything(),
    text: fc.anything(),
    user: fc.anything(),
    questions: fc.anything(),
    viewport: fc.anything(),
    shape: fc.anything(),
    name: fc.oneof(fc.constantFrom(...WIDGET_EVENTS), fc.anything()),
    detail: fc.oneof(fc.record({ code: fc.anything() }), fc.anything()),
  }),
);

describe('the two messages on the window', () => {
  it('are read when they are ours', () => {
    expect(readBridgeHello(hello)).toEqual(hello);
    expect(readBridgeConnect(connect, NONCE)).toEqual(connect);
  });

  it('say that something may be unread only with `true`', () => {
    expect(readBridgeConnect({ ...connect, unread: true }, NONCE)?.unread).toBe(true);
    for (const unread of [undefined, false, 'true', 1, {}])
      expect(readBridgeConnect({ ...connect, unread }, NONCE)).toEqual(connect);
  });

  it.each([
    ['nothing', null],
    ['a text', 'hello'],
    ['another tool’s message', { source: 'react-devtools-bridge', payload: {} }],
    ['no mark', { ...hello, mark: undefined }],
    ['another mark', { ...hello, mark: 'service-widget2' }],
    ['another type', { ...hello, t: 'connect' }],
    ['a short nonce', { ...hello, nonce: 'abc' }],
    ['a nonce with markup', { ...hello, nonce: '<script>alert(1)</script>' }],
    ['a nonce that is no text', { ...hello, nonce: [NONCE] }],
    ['versions that are no list', { ...hello, versions: '1' }],
    ['versions that are no numbers', { ...hello, versions: ['1'] }],
    ['more versions than there will be', { ...hello, versions: Array.from({ length: 17 }, () => 1) }],
  ])('hello with %s is not ours', (_, message) => {
    expect(readBridgeHello(message)).toBeNull();
  });

  it.each([
    ['the nonce of an earlier hello', { ...connect, nonce: 'ponmlkjihgfedcba' }],
    ['another version', { ...connect, version: 99 }],
    ['no configuration', { ...connect, config: null }],
    ['no scheme', { ...connect, scheme: 'auto' }],
    ['a viewport of text', { ...connect, viewport: { width: '100%', height: 1 } }],
    ['a viewport without end', { ...connect, viewport: { width: 1e9, height: 1 } }],
    ['a viewport that is not a number', { ...connect, viewport: { width: Number.NaN, height: 1 } }],
    ['a negative viewport', { ...connect, viewport: { width: -1, height: 1 } }],
  ])('connect with %s is not answered', (_, message) => {
    expect(readBridgeConnect(message, NONCE)).toBeNull();
  });
});

describe('messages of the host', () => {
  it.each<HostMessage>([
    { t: 'open' },
    { t: 'open', byVisitor: true },
    { t: 'close' },
    { t: 'toggle' },
    { t: 'bye' },
    { t: 'send', text: 'Hello' },
    { t: 'context', user: { name: 'Ada' } },
    { t: 'page', page: { url: 'https://shop.example/', title: 'Shop' } },
    { t: 'questions', questions: ['One?'] },
    { t: 'scheme', scheme: 'dark' },
    { t: 'viewport', viewport: { width: 320, height: 568 } },
    { t: 'viewport', viewport: { width: 320, height: 568, safe: { top: 47, right: 0, bottom: 34, left: 0 } } },
  ])('$t is read as it was sent', (message) => {
    expect(readHostMessage(message)).toEqual(message);
  });

  it('tell what in them can’t be used', () => {
    const heard: string[] = [];
    const message = readHostMessage({ t: 'context', user: { name: 7, email: 'a@b.example' } }, (field, kind) => {
      heard.push(`${field} ${kind}`);
      return null;
    });
    expect(message).toEqual({ t: 'context', user: { email: 'a@b.example' } });
    expect(heard).toEqual(['user.name not a text']);
  });

  it('extra fields are left behind', () => {
    expect(readHostMessage({ t: 'open', token: 'secret' })).toEqual({ t: 'open' });
    expect(readHostMessage({ t: 'context', user: { name: 'Ada', token: 'secret' } })).toEqual({
      t: 'context',
      user: { name: 'Ada' },
    });
  });

  it.each([
    { t: 'send', text: 7 },
    { t: 'send', text: 'x'.repeat(MESSAGE_LIMITS.textLength + 1) },
    { t: 'context', user: 'Ada' },
    { t: 'context' },
    { t: 'questions', questions: 'One?' },
    { t: 'scheme', scheme: 'auto' },
    { t: 'viewport', viewport: { width: Number.POSITIVE_INFINITY, height: 1 } },
    { t: 'navigate', url: 'https://evil.example' },
    ['open'],
    'open',
    null,
  ])('%j is ignored', (message) => {
    expect(readHostMessage(message)).toBeNull();
  });
});

describe('messages of the frame', () => {
  it.each([
    { t: 'ready' },
    { t: 'blur' },
    { t: 'page', full: true },
    { t: 'page', full: false },
    ...FRAME_SHAPES.map((shape) => ({ t: 'shape', shape })),
  ])('%j is read', (message) => {
    expect(readFrameMessage(message)).toEqual(message);
  });

  it.each(WIDGET_EVENTS.filter((name) => name !== 'error'))('the event `%s` is read', (name) => {
    expect(readFrameMessage({ t: 'event', name, detail: {} })).toEqual({ t: 'event', name, detail: {} });
  });

  it('an error is read with any code that a frame may tell, and with no other', () => {
    for (const code of FRAME_ERROR_CODES) {
      const message = { t: 'event', name: 'error', detail: { code, message: 'What to do.' } };
      expect(readFrameMessage(message)).toEqual(message);
    }
    for (const code of [
      ...NAMES_OF_EVERY_OBJECT,
      ...Object.keys(START_ERRORS).filter((each) => !/_invalid$/.test(each)),
      'E1',
      7,
      null,
      undefined,
      { toString: 1, valueOf: 1 },
    ])
      expect(readFrameMessage({ t: 'event', name: 'error', detail: { code, message: '' } })).toBeNull();
  });

  it.each([
    { t: 'shape', shape: 'huge' },
    { t: 'shape', shape: { width: '100%' } },
    { t: 'event', name: 'message' },
    { t: 'event', name: 'message', detail: 'x' },
    { t: 'event', name: 'token', detail: {} },
    { t: 'resize', h: 1e9 },
    null,
  ])('%j is ignored', (message) => {
    expect(readFrameMessage(message)).toBeNull();
  });
});

describe('hostile messages', () => {
  it.each(NAMES_OF_EVERY_OBJECT)('H7: `%s` is no message, no event and no shape', (name) => {
    for (const reader of [readHostMessage, readFrameMessage, readBridgeHello]) expect(reader({ t: name })).toBeNull();
    expect(readFrameMessage({ t: 'event', name, detail: {} })).toBeNull();
    expect(readFrameMessage({ t: 'shape', shape: name })).toBeNull();
  });

  it('no guard ever throws', () => {
    fc.assert(
      fc.property(delivered, (data) => {
        readBridgeHello(data);
        readBridgeConnect(data, NONCE);
        readHostMessage(data);
        readFrameMessage(data);
      }),
      { numRuns: 10_000 },
    );
  });

  it('H5: an object that contains itself is read like any other', () => {
    const cyclic: Record<string, unknown> = { t: 'context' };
    cyclic.user = cyclic;
    expect(readHostMessage(cyclic)).toEqual({ t: 'context', user: {} });
  });
});

describe('who the visitor is', () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJraW0ifQ.c2lnbmF0dXJl';
  const tokenRead = (answer: unknown): unknown => readHostMessage({ t: 'token', nonce: NONCE, token: answer });

  it('is asked of the page by a nonce, and answered under it', () => {
    expect(readFrameMessage({ t: 'identity', nonce: NONCE })).toEqual({ t: 'identity', nonce: NONCE });
    expect(tokenRead(token)).toEqual({ t: 'token', nonce: NONCE, token });
    expect(tokenRead(null)).toEqual({ t: 'token', nonce: NONCE, token: null });
  });

  it.each([42, '', 'a.b', `${token}\n`, 'x'.repeat(5_000), {}, undefined])(
    'can’t be %j: then the page has no answer',
    (answer) => {
      expect(tokenRead(answer)).toEqual({ t: 'token', nonce: NONCE, token: undefined });
    },
  );

  it('is not asked or answered without a nonce', () => {
    for (const nonce of [undefined, 7, 'short', `${NONCE} `, NAMES_OF_EVERY_OBJECT]) {
      expect(readFrameMessage({ t: 'identity', nonce })).toBeNull();
      expect(readHostMessage({ t: 'token', nonce, token })).toBeNull();
    }
  });

  it('is known to a page that says so in its greeting, and to no other', () => {
    expect(readBridgeConnect({ ...connect, identity: true }, NONCE)?.identity).toBe(true);
    for (const identity of [undefined, 'true', 1, {}])
      expect(readBridgeConnect({ ...connect, identity }, NONCE)?.identity).toBeUndefined();
  });
});
