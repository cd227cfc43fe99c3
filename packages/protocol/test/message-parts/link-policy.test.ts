import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeLink } from '../../src/message-parts/link-policy.js';

describe('safeLink', () => {
  it.each([
    ['https://shop.example/a', 'https://shop.example/a'],
    ['http://localhost:4601/help.html#returns', 'http://localhost:4601/help.html#returns'],
    ['mailto:hello@shop.example', 'mailto:hello@shop.example'],
    ['tel:+46315550120', 'tel:+46315550120'],
    ['http://shop.example', null],
    ['https://user:pw@shop.example', null],
    ['https://1.2.3.4', null],
    ['https://[::1]/', null],
    ['https://intranet/', null],
    ['https:shop.example', null],
    ['https:/\\shop.example', null],
    ['//shop.example', null],
    ['/path', null],
    ['javascript:alert(1)', null],
    [' https://shop.example', null],
    ['mailto:a@b.example?subject=x', null],
    [`https://shop.example/${'a'.repeat(2_100)}`, null],
  ])('M5: makes of %s the address %s', (address, href) => {
    expect(safeLink(address, true)?.href ?? null).toBe(href);
  });

  it.each([
    'https://2130706433',
    'https://0x7f000001/',
    'http://0x7f000001/',
    'https://0177.0.0.1/',
    'http://2130706433/',
    'https://127.1/',
    'https://１２７.０.０.１/',
    'https://localhost./',
    'https://shop.localhost:8443/',
    'https://shop.example./',
    'http://127.0.0.2/',
    'https://[::ffff:7f00:1]/',
    'data:text/html,x',
    'vbscript:x',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'https:\\\\shop.example',
  ])('S19.6: makes no link of %j, for any reader', (address) => {
    expect([safeLink(address, true), safeLink(address, false)]).toEqual([null, null]);
  });

  it.each(['http://localhost:4601/', 'http://127.0.0.1:22/', 'https://localhost/', 'https://127.0.0.1:4600/?a#b'])(
    'S19.6: makes a link of %s only for a reader on that machine',
    (address) => {
      expect(safeLink(address, true)?.href).toBe(address);
      expect(safeLink(address, false)).toBe(null);
      expect(safeLink(address)).toBe(null);
    },
  );

  it('makes links only of schemes that run nothing, whatever is written', () => {
    const scheme = fc.constantFrom(
      'javascript:',
      'data:',
      'file:',
      'http:',
      'https:',
      'mailto:',
      'tel:',
      'blob:',
      'x:',
    );
    const rest = fc.oneof(
      fc.webUrl(),
      fc.string(),
      fc.constantFrom('alert(1)', '//localhost', '//1.2.3.4', '//a.example'),
    );
    fc.assert(
      fc.property(scheme, rest, (before, after) => {
        const link = safeLink(before + after, false);
        if (!link) return;
        const { protocol, hostname } = new URL(link.href);
        expect(['https:', 'mailto:', 'tel:']).toContain(protocol);
        if (protocol === 'https:') expect(hostname).toMatch(/^[^[]+\.[^.]*[^.\d][^.]*$/);
      }),
    );
  });
});
