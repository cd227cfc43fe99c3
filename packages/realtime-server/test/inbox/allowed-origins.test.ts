/**
 * How people write the origins of their pages in `inbox.json`: what a browser can allow is taken, and everything else is refused
 * with what to write instead.
 */
import { inboxFileSchema } from '@service/protocol/schema';
import { describe, expect, it } from 'vitest';

const sentencesFor = (origin: unknown): readonly string[] => {
  const read = inboxFileSchema.safeParse({ name: 'Shop', allowedOrigins: ['https://shop.example', origin] });
  return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
};

describe('a page may show the chat from', () => {
  it.each([
    'https://shop.example',
    'https://www.shop.example',
    'https://shop.example:8443',
    'http://localhost:4601',
    'http://shop.localhost:4601',
    'http://127.0.0.1:4601',
    'http://192.168.1.20',
    'https://xn--mller-kva.example',
    'https://shop.co.uk',
    'https://a-b.example',
  ])('%s', (origin) => expect(sentencesFor(origin)).toEqual([]));
});

const AN_ORIGIN = 'must be an origin such as "https://shop.example", without path or slash';
const AN_ADDRESS = 'is an IPv6 address, which browsers can’t allow to show the chat: use a name';
const AN_APP = 'has a scheme of an app’s own, such as "capacitor://": browsers can’t allow it to show the chat';

describe('what no browser would compare with the page’s origin is refused', () => {
  it.each([
    ['upper case', 'https://Shop.example', AN_ORIGIN],
    ['a scheme in upper case', 'HTTPS://shop.example', AN_ORIGIN],
    ['a slash at its end', 'https://shop.example/', AN_ORIGIN],
    ['a path', 'https://shop.example/help', AN_ORIGIN],
    ['the usual port of https', 'https://shop.example:443', AN_ORIGIN],
    ['the usual port of http', 'http://shop.example:80', AN_ORIGIN],
    ['no scheme', 'shop.example', AN_ORIGIN],
    ['no scheme, with a port', 'localhost:4601', AN_ORIGIN],
    ['two slashes alone', '//shop.example', AN_ORIGIN],
    ['everything', '*', AN_ORIGIN],
    ['a wildcard', 'https://*.shop.example', AN_ORIGIN],
    ['a wildcard of ports', 'http://localhost:*', AN_ORIGIN],
    ['umlauts', 'https://müller.example', AN_ORIGIN],
    ['Japanese', 'https://店.example', AN_ORIGIN],
    ['a name and a password', 'https://a:b@shop.example', AN_ORIGIN],
    ['a space before it', ' https://shop.example', AN_ORIGIN],
    ['several in one text', 'https://shop.example, https://www.shop.example', AN_ORIGIN],
    ['no origin', 'null', AN_ORIGIN],
    ['an empty text', '', AN_ORIGIN],
    ['a number as an address', 'http://2130706433', AN_ORIGIN],
    ['an address of this machine', 'http://[::1]:4701', AN_ADDRESS],
    ['an address of this network', 'https://[fd12:3456::1]', AN_ADDRESS],
    ['an address with an IPv4 address in it', 'http://[::ffff:127.0.0.1]:4601', AN_ADDRESS],
    ['a web view of Capacitor', 'capacitor://localhost', AN_APP],
    ['a web view of Ionic', 'ionic://localhost', AN_APP],
    ['a web view of Tauri', 'tauri://localhost', AN_APP],
    ['a web view of an app’s own', 'app://shop', AN_APP],
    ['a scheme with a point', 'com.shop.app://localhost', AN_APP],
    ['a scheme with a hyphen', 'chrome-extension://abcdefghijklmnop', AN_APP],
    ['a scheme in upper case, of an app', 'Capacitor://localhost', AN_APP],
    ['a file', 'file:///home/ann/index.html', AN_APP],
  ])('%s: %s', (_what, origin, sentence) => {
    const [first = '', ...others] = sentencesFor(origin);
    expect(first).toMatch(/^allowedOrigins\.1 /);
    expect(first).toContain(sentence);
    expect(others).toEqual([]);
  });
});
