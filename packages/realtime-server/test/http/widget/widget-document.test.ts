/** The frame's document: for the page that may show it, and one identical "no" for everybody else. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { InboxSettings } from '../../../dist/inbox/inbox.js';
import { inboxesOf } from '../../support/serve.js';
import { bootIn, namedIn, pages, policyOf, SHOP, styleHashOf } from '../test-app.js';

/** Where a page with this theme has its frame. */
const themed = (theme: object): string => `/widget/demo?o=${SHOP}&theme=${encodeURIComponent(JSON.stringify(theme))}`;

describe('the widget’s document', () => {
  it('may be shown by the page that asked, if the inbox allows it, and by no one else', async () => {
    const response = await pages().request(`/widget/demo?o=${SHOP}`);
    expect(policyOf(response)).toContain('frame-ancestors http://shop.test;');
    expect(policyOf(response)).toContain("default-src 'none'");
    expect(policyOf(response)).toContain("require-trusted-types-for 'script'");
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('set-cookie')).toBeNull();
    const html = await response.text();
    expect(html).toContain('aria-label="Open chat"');
    expect(html).toContain('src="/assets/boot-with-launcher-abc.js"');
    const boot = bootIn(html);
    expect(boot).toMatchObject({
      hostOrigin: 'http://shop.test',
      version: '1.2.3',
      inbox: { id: 'demo', name: 'Shop' },
    });
    expect(html).not.toContain('allowedOrigins');
  });

  it.each([
    ['a page that is not listed', '/widget/demo?o=http%3A%2F%2Fevil.test'],
    ['an unknown inbox', `/widget/unknown?o=${SHOP}`],
    ['no origin', '/widget/demo'],
    ['two origins', `/widget/demo?o=${SHOP}&o=${SHOP}`],
    ['a path behind the origin', `/widget/demo?o=${SHOP}%2F`],
    ['null', '/widget/demo?o=null'],
    ['a star', '/widget/demo?o=*'],
    ['an injected directive', `/widget/demo?o=${SHOP}%3B%20script-src%20*`],
    ['a line break', `/widget/demo?o=${SHOP}%0D%0AX-Evil%3A%201`],
    ['user and password', '/widget/demo?o=http%3A%2F%2Fu%40shop.test'],
    ['ten thousand characters', `/widget/demo?o=http://${'a'.repeat(10_000)}`],
    ['an id that is a path', '/widget/..%2f..%2fdemo?o=x'],
  ])('F1, F2, F5: is one identical empty page for %s', async (_what, path) => {
    const app = pages();
    const expected = await app.request('/widget/unknown?o=x');
    const response = await app.request(path);
    expect(response.status).toBe(200);
    expect(policyOf(response)).toContain("frame-ancestors 'none'");
    expect(await response.text()).toBe(await expected.text());
    expect([...response.headers]).toEqual([...expected.headers]);
  });

  it.each(['http://shop.test;script-src *', '*', 'null', 'http://shop.test/'])(
    'F5: is still that empty page for %s, even if a list of origins should ever hold it',
    async (origin) => {
      const settings = inboxesOf({ id: 'demo' }).get('demo') as InboxSettings;
      const inboxes = { ...inboxesOf(), get: () => ({ ...settings, allowedOrigins: [origin] }) };
      const response = await pages({}, { inboxes }).request(`/widget/demo?o=${encodeURIComponent(origin)}`);
      expect(policyOf(response)).toContain("frame-ancestors 'none';");
      expect(await response.text()).not.toContain('service-boot');
    },
  );

  it('C8: can’t be broken out of by a name', async () => {
    const name = '</script><script>alert(1)</script>\u2028';
    const html = await (await pages({ name }).request(`/widget/demo?o=${SHOP}`)).text();
    expect(html).not.toContain('<script>alert');
    const boot = bootIn(html);
    expect(boot.inbox.name).toBe(name);
  });

  it('names the socket’s address and insists on TLS where the site has it', async () => {
    const response = await pages({}, { publicOrigin: 'https://chat.example.com' }).request(`/widget/demo?o=${SHOP}`);
    expect(policyOf(response)).toContain('wss://chat.example.com');
    expect(policyOf(response)).toContain('upgrade-insecure-requests');
    expect(response.headers.get('strict-transport-security')).toContain('max-age=63072000');
  });

  it('has exactly these headers, and no cookie', async () => {
    const response = await pages({}, { publicOrigin: 'https://chat.example.com' }).request(`/widget/demo?o=${SHOP}`);
    const style = styleHashOf(await response.text());
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-store',
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'self'",
        `style-src 'self' '${style}'`,
        "img-src 'self' blob:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self' wss://chat.example.com",
        "form-action 'none'",
        "base-uri 'none'",
        "worker-src 'none'",
        'frame-ancestors http://shop.test',
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
        'upgrade-insecure-requests',
      ].join('; '),
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-embedder-policy': 'credentialless',
      'cross-origin-resource-policy': 'cross-origin',
      'origin-agent-cluster': '?1',
      'permissions-policy':
        'camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), browsing-topics=()',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
  });

  it('doesn’t insist on TLS where the site has none', async () => {
    const response = await pages().request(`/widget/demo?o=${SHOP}`);
    expect(policyOf(response)).not.toContain('upgrade-insecure-requests');
    expect(response.headers.get('strict-transport-security')).toBeNull();
  });

  it('may show the logo of the page’s theme, as long as the inbox has no theme of its own', async () => {
    const path = themed({ logoUrl: 'https://cdn.page.example/logo.png?v=1' });
    expect(policyOf(await pages().request(path))).toContain("img-src 'self' blob: https://cdn.page.example;");
    const saved = policyOf(await pages({ theme: { template: 'minimal' } }).request(path));
    expect(saved).toContain("img-src 'self' blob:;");
  });

  it.each([
    '*',
    'https:',
    'http://cdn.example',
    'https://192.168.0.1',
    'https://a.example;script-src *',
    "'unsafe-inline'",
  ])('lets the page’s logo change nothing else in its policy: %s', async (logo) => {
    const path = themed({ logoUrl: logo });
    expect(policyOf(await pages().request(path))).toBe(policyOf(await pages().request(`/widget/demo?o=${SHOP}`)));
  });

  it('has the saved logo from this server, and may show no picture of anybody else’s', async () => {
    const theme = { logoUrl: 'https://cdn.shop.example/logo.png?v=1' };
    const response = await pages({ theme }).request(themed({ logoUrl: 'https://cdn.page.example/logo.png' }));
    expect(policyOf(response)).toContain("img-src 'self' blob:;");
    const html = await response.text();
    expect(html).toMatch(/"logoUrl":"\/logos\/[0-9a-f]{32}"/);
    expect(html).not.toContain('cdn.');
  });

  it.each([
    'https://cdn.example;sandbox.example/logo.png',
    'https://a,cdn.example/logo.png',
    'https://*.example/logo.png',
    'http://cdn.example/logo.png',
    'https://192.168.0.1/logo.png',
    'javascript:alert(1)',
    `http://chat.example/logos/${'a'.repeat(32)}`,
    `/logos/${'a'.repeat(32)}`,
  ])('lets no logo change its policy: %s', async (logoUrl) => {
    for (const response of [
      await pages({ theme: { logoUrl } }).request(`/widget/demo?o=${SHOP}`),
      await pages().request(themed({ logoUrl })),
    ])
      expect(policyOf(response)).toContain("img-src 'self' blob:; font-src");
  });

  it.each(['a;sandbox', 'a,b.example', '*', '*.example', "'unsafe-inline'", '$(x)'])(
    'lets no host name change its policy: %s',
    async (host) => {
      const response = await pages().request(`http://${host}/widget/demo?o=${SHOP}`);
      expect(policyOf(response)).toContain("connect-src 'self'; form-action");
    },
  );

  it('names the scripts that the first one imports, and has their styles inlined, the panel’s not', async () => {
    const html = await (await pages().request(`/widget/demo?o=${SHOP}`)).text();
    expect(namedIn(html)).toEqual(['boot-with-launcher-abc.js', 'start-def.js']);
    expect(html).toContain('<style>#launcher{position:fixed}\n.start{}</style>');
  });

  it('has the hashes of the consent’s wordings in every language only if the inbox asks for consent', async () => {
    const consentOf = async (inbox: Partial<InboxSettings>) =>
      bootIn(await (await pages(inbox).request(`/widget/demo?o=${SHOP}`)).text()).inbox.consent;
    const { wordings, ...published } = await consentOf({ requireConsent: true });
    expect(Object.keys(wordings ?? {})).toHaveLength(7);
    expect(await consentOf({})).toEqual(published);
  });

  it('is compressed as the browser can take it, also when it is empty', async () => {
    const app = pages();
    for (const path of [`/widget/demo?o=${SHOP}`, '/widget/unknown']) {
      const plain = await (await app.request(path)).text();
      const brotli = await app.request(path, { headers: { 'accept-encoding': 'gzip, br' } });
      expect(brotli.headers.get('content-encoding')).toBe('br');
      expect(brotliDecompressSync(Buffer.from(await brotli.arrayBuffer())).toString()).toBe(plain);
      const gzip = await app.request(path, { headers: { 'accept-encoding': 'gzip, br;q=0' } });
      expect(gzip.headers.get('content-encoding')).toBe('gzip');
      expect(gunzipSync(Buffer.from(await gzip.arrayBuffer())).toString()).toBe(plain);
    }
  });

  it('draws the launcher in the saved theme, else in the page’s, else in the default one', async () => {
    const saved = { theme: { primaryColor: '#0a5c36' } };
    const pagesOwn = themed({ primaryColor: '#7a3cff', textColor: '#dddddd' });
    const htmlOf = async (inbox: object, path: string) => (await pages({ ...inbox }).request(path)).text();
    expect(await htmlOf(saved, `/widget/demo?o=${SHOP}`)).toContain('fill="#0a5c36"');
    expect(await htmlOf({}, `/widget/demo?o=${SHOP}`)).toContain('<body>');

    const own = await htmlOf({}, pagesOwn);
    expect(own).toContain('fill="#7a3cff"');
    expect(own).toContain('<body>');
    expect(bootIn(own)).toMatchObject({
      look: { tokens: { primary: '#7a3cff' } },
      changes: [{ field: 'textColor', from: '#dddddd', why: 'contrast' }],
    });
    // A saved theme wins, whatever the page brings, and what it is made of is nothing to the page.
    const both = await htmlOf({ theme: { primaryColor: '#0a5c36', textColor: '#dddddd' } }, pagesOwn);
    expect(both).toContain('fill="#0a5c36"');
    expect(bootIn(both)).not.toHaveProperty('changes');
  });

  it('hides it where the page’s theme did not fit into the address, until the frame has worked it out', async () => {
    const html = await (await pages().request(themed({ headerTitle: 'a'.repeat(9) }).slice(0, -4))).text();
    expect(html).toContain('class="unthemed"');
    expect(bootIn(html).look).toBeNull();
    expect(await (await pages({ theme: {} }).request(`/widget/demo?o=${SHOP}&theme=`)).text()).toContain('<body>');
  });

  it.each(['null', '5', '"dark"', '[]', '{"primaryColor":5,"__proto__":{"template":"playful"}}'])(
    'is drawn in the default theme where the page’s is none: %s',
    async (written) => {
      const path = `/widget/demo?o=${SHOP}&theme=${encodeURIComponent(written)}`;
      const standard = await (await pages().request(`/widget/demo?o=${SHOP}`)).text();
      expect(await (await pages().request(path)).text()).toBe(standard);
    },
  );

  it('is drawn for the mode and the scheme that the page names, and for no other words', async () => {
    const bootOf = async (query: string) => {
      const html = await (await pages().request(`/widget/demo?o=${SHOP}${query}`)).text();
      return { html, boot: bootIn(html) };
    };
    const line = await bootOf('&mode=prompt-input&scheme=dark');
    expect(line.html).not.toContain('id="launcher"');
    expect(line.boot).toMatchObject({ mode: 'prompt-input', scheme: 'dark', look: { tokens: { scheme: 'dark' } } });
    const odd = await bootOf('&mode=%3Cscript%3E&scheme=constructor');
    expect(odd.html).toContain('id="launcher"');
    expect(odd.boot).toMatchObject({ mode: 'chat-widget', scheme: 'light' });
  });
});
