import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dailyRuns } from '../../../../test/support/runs/daily.js';
import { CLIENT_ID, clientId, isWebOrigin } from '../../src/frames/ids.js';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const sixteenBytes = fc.uint8Array({ minLength: 16, maxLength: 16 });
/** Until the year 10889, when the 48 bits of a UUIDv7 end. */
const moment = fc.integer({ min: 0, max: 2 ** 48 - 1 });

describe('a client id', () => {
  it('is a UUIDv7 for every moment and every chance, and fits the wire', () => {
    fc.assert(
      fc.property(moment, sixteenBytes, (now, bytes) => {
        const id = clientId(now, () => bytes.slice());
        expect(id).toMatch(UUID_V7);
        expect(id).toMatch(CLIENT_ID);
        expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(now);
      }),
    );
  });

  it('sorts as text by the time it was made, whatever chance adds', () => {
    fc.assert(
      fc.property(moment, moment, sixteenBytes, sixteenBytes, (a, b, x, y) => {
        fc.pre(a < b);
        expect(clientId(a, () => x.slice()) < clientId(b, () => y.slice())).toBe(true);
      }),
    );
  });

  it('keeps 74 random bits: two made in the same millisecond differ when their chance does', () => {
    fc.assert(
      fc.property(sixteenBytes, fc.integer({ min: 9, max: 15 }), (bytes, at) => {
        const other = bytes.slice();
        other[at] = (other[at] as number) ^ 1;
        expect(clientId(0, () => bytes.slice())).not.toBe(clientId(0, () => other));
      }),
    );
  });

  it('takes a time with a fraction, as performance clocks give it', () => {
    expect(clientId(1.75, () => new Uint8Array(16))).toBe(clientId(1, () => new Uint8Array(16)));
  });
});

describe('C1: an origin', () => {
  it.each([
    'https://a.com',
    'http://a.com',
    'https://a.com:8443',
    'http://localhost:4601',
    'https://xn--e1awd7f.com',
    'http://127.0.0.1:8080',
    'https://[::1]',
  ])('%s is canonical', (origin) => expect(isWebOrigin(origin)).toBe(true));

  it.each([
    ['upper case', 'https://A.com'],
    ['a slash', 'https://a.com/'],
    ['no scheme', 'a.com'],
    ['the port that goes without saying', 'https://a.com:443'],
    ['the port that goes without saying', 'http://a.com:80'],
    ['a wildcard', 'https://*.com'],
    ['everything', '*'],
    ['an opaque origin', 'null'],
    ['a file', 'file://'],
    ['a user', 'https://u@a.com'],
    ['letters that look like others', 'https://а.com'],
    ['a path', 'https://a.com/shop'],
    ['a query', 'https://a.com?x'],
    ['another scheme', 'ftp://a.com'],
    ['a directive', 'https://a.com;script-src *'],
    ['a line break', 'https://a.com\n'],
    ['a second origin', 'https://a.com https://b.com'],
    ['a comma', 'https://a.com,https://b.com'],
    ['a quote', "https://a.com'none'"],
    ['an address in disguise', 'http://2130706433'],
    ['no host', 'https://'],
    ['an endless host', `https://${'a'.repeat(300)}`],
    ['nothing', ''],
  ])('C1: with %s is refused: %s', (_, origin) => expect(isWebOrigin(origin)).toBe(false));

  it('is accepted only as the browser writes it, whatever text comes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.webAuthority(), fc.string()), (text) => {
        if (isWebOrigin(text)) expect(new URL(text).origin).toBe(text);
      }),
      { numRuns: dailyRuns(2_000) },
    );
  });
});
