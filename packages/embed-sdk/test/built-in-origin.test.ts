// @vitest-environment happy-dom
/** The default of `baseUrl` in the package as it is built: {widget_url}. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readWidgetUrl } from '../../embed-js/widget-url.js';
import built from '../dist/js.js';

describe('SERVICE_WIDGET_URL of the build', () => {
  it.each([
    [undefined, 'http://localhost:4600'],
    ['', 'http://localhost:4600'],
    ['https://chat.example.com', 'https://chat.example.com'],
    ['https://chat.example.com/', 'https://chat.example.com'],
    ['http://127.0.0.1:4700', 'http://127.0.0.1:4700'],
    ['http://[::1]:4700', 'http://[::1]:4700'],
  ])('%o: a page without a baseUrl connects to %s', (given, origin) => {
    expect(readWidgetUrl(given)).toBe(origin);
  });

  it.each([
    'chat.example.com',
    'https://chat.example.com/chat',
    'https://chat.example.com?x',
    'https://user@chat.example.com',
    'https://CHAT.example.com',
    'https://chat.example.com:443',
    'ftp://chat.example.com',
    'capacitor://localhost',
    'null',
  ])('%s ends the build, and the message says what to write', (given) => {
    expect(() => readWidgetUrl(given)).toThrow(/must be an origin, "https:\/\/chat\.example\.com"/);
  });
});

describe('a page that passes an inbox alone to the package', () => {
  afterEach(() => {
    built.destroy();
    vi.unstubAllGlobals();
  });

  it('connects to the origin that the package was built for', () => {
    const origin = readWidgetUrl(process.env.SERVICE_WIDGET_URL);
    vi.stubGlobal('location', new URL('https://shop.example'));
    expect(built.init({ inboxId: 'demo', mode: 'embedded' })).toBe(true);
    built.open();
    expect(document.querySelector('iframe')?.src).toMatch(`${origin}/widget/demo?`);
  });
});
