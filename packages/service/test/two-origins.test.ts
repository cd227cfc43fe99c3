/** The console and the chat with an origin each: which address is served where. */
import { describe, expect, it } from 'vitest';
import { isServedAt, originWarning, servedAtItsOrigin } from '../dist/two-origins.js';

const ORIGINS = { publicUrl: 'https://console.example.com', widgetUrl: 'https://chat.example.com' } as const;
const [CONSOLE, CHAT, OTHER] = ['console.example.com', 'chat.example.com', '10.0.0.7:4600'];

const OF_CONSOLE = [
  '/console',
  '/console/assets/a.js',
  '/api/desk/conversations',
  '/api/auth/get-session',
  '/api/docs',
];
const OF_CHAT = ['/', '/embed/v1.js', '/widget/demo', '/assets/a.js', '/v1/realtime', '/v1/uploads/x', '/consoles'];

describe('with an origin each', () => {
  it.each(OF_CONSOLE)('%s is the console’s', (path) => {
    expect([CONSOLE, CHAT, OTHER].map((host) => isServedAt(host, path, ORIGINS))).toEqual([true, false, false]);
  });

  it.each(OF_CHAT)('%s is the chat’s, by whatever other name the server is reached', (path) => {
    expect([CONSOLE, CHAT, OTHER].map((host) => isServedAt(host, path, ORIGINS))).toEqual([false, true, true]);
  });

  it.each(['/ready', '/api/rpc/health'])('%s is both’s', (path) => {
    expect([CONSOLE, CHAT, OTHER].map((host) => isServedAt(host, path, ORIGINS))).toEqual([true, true, true]);
  });

  it.each(['/console', '/%63onsole', '/console?x=/embed'])(
    'a request for %s is at the chat one for nothing',
    async (path) => {
      const asked: string[] = [];
      const app = servedAtItsOrigin((request) => {
        asked.push(request.url);
        return new Response();
      }, ORIGINS);
      await app(new Request(`https://${CHAT}${path}`, { headers: { cookie: 'a=b' } }));
      await app(new Request(`https://${CONSOLE}/api/desk/x`));
      await app(new Request(`https://${CHAT}/api/desk/x`));
      expect(asked).toEqual([
        `https://${CHAT}/nothing`,
        `https://${CONSOLE}/api/desk/x`,
        `https://${CHAT}/api/nothing`,
      ]);
    },
  );
});

describe('with one origin', () => {
  it.each([...OF_CONSOLE, ...OF_CHAT])('%s is served', (path) => {
    for (const publicUrl of [null, ORIGINS.publicUrl])
      expect(isServedAt(CHAT, path, { publicUrl, widgetUrl: null })).toBe(true);
  });

  it('the start warns where it is reached over https', () => {
    expect(originWarning({ publicUrl: 'https://chat.example.com', widgetUrl: null })).toContain('WIDGET_URL');
    for (const settings of [
      ORIGINS,
      { publicUrl: null, widgetUrl: null },
      { publicUrl: 'http://a.example', widgetUrl: null },
    ])
      expect(originWarning(settings)).toBeNull();
  });
});
