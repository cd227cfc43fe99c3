/** The frame's document: for the page that may show it, and one identical "no" for everybody else. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { BootDocument } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import type { InboxSettings } from '../dist/inbox/inbox.js';
import { pages, policyOf, SHOP, styleHashOf } from './pages.js';
import { inboxesOf } from './serve.js';

describe('the widget’s document', () => {
  it('may be shown by the page that asked, if the inbox allows it, and by nobody else', async () => {
    const response = await pages().request(`/widget/demo?o=${SHOP}`);
    expect(policyOf(response)).toContain('frame-ancestors http://shop.test;');
    expect(policyOf(response)).toContain("default-src 'none'");
    expect(policyOf(response)).toContain("require-trusted-types-for 'script'");
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('set-cookie')).toBeNull();
    const html = await response.text();
    expect(html).toContain('aria-label="Open chat"');
    expect(html).toContain('src="/assets/boot-abc.js"');
    const boot = JSON.parse(/id="service-boot">(.*?)<\/script>/s.exec(html)?.[1] ?? '') as BootDocument;
    expect(boot).toMatchObject({
      hostOrigin: 'http://shop.test',
      version: '1.2.3',
      inbox: { id: 'demo', name: 'Shop' },
    });
    expect(html).not.toContain('allowedOrigins');
  });

  it.each([
    ['a page that is not listed', '/widget/demo?o=http%3A%2F%2Fevil.test'],
    ['an unknown inbox', `/widget/nobody?o=${SHOP}`],
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
    const expected = await app.request('/widget/nobody?o=x');
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
    const boot = JSON.parse(/id="service-boot">(.*?)<\/script>/s.exec(html)?.[1] ?? '') as BootDocument;
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
        "object-src 'none'",
        "frame-src 'none'",
        "worker-src 'none'",
        "manifest-src 'none'",
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
    const path = `/widget/demo?o=${SHOP}&logo=https%3A%2F%2Fcdn.page.example`;
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
    const path = `/widget/demo?o=${SHOP}&logo=${encodeURIComponent(logo)}`;
    expect(policyOf(await pages().request(path))).toBe(policyOf(await pages().request(`/widget/demo?o=${SHOP}`)));
  });

  it('has the saved logo from this server, and may show no picture of anybody else’s', async () => {
    const theme = { logoUrl: 'https://cdn.shop.example/logo.png?v=1' };
    const response = await pages({ theme }).request(`/widget/demo?o=${SHOP}&logo=https%3A%2F%2Fcdn.page.example`);
    expect(policyOf(response)).toContain("img-src 'self' blob:;");
    const html = await response.text();
    expect(html).toMatch(/"logoUrl":"\/logos\/[0-9a-f]{32}"/);
    expect(html).not.toContain('cdn.');
  });

  it.each([
    'https://cdn.example;sandbox.example/logo.png',
    'https://a,cdn.example/logo.png',
    'http://cdn.example/logo.png',
    'https://192.168.0.1/logo.png',
    'javascript:alert(1)',
    `http://chat.example/logos/${'a'.repeat(32)}`,
    `/logos/${'a'.repeat(32)}`,
  ])('lets no logo change its policy: %s', async (logoUrl) => {
    for (const response of [
      await pages({ theme: { logoUrl } }).request(`/widget/demo?o=${SHOP}`),
      await pages().request(`/widget/demo?o=${SHOP}&logo=${encodeURIComponent(logoUrl)}`),
    ])
      expect(policyOf(response)).toContain("img-src 'self' blob:; font-src");
  });

  it.each(['a;sandbox', 'a,b.example'])('lets no host name change its policy: %s', async (host) => {
    const response = await pages().request(`http://${host}/widget/demo?o=${SHOP}`);
    expect(policyOf(response)).toContain("connect-src 'self'; form-action");
  });

  it('names the scripts that the first one imports, and has their styles inlined, the panel’s not', async () => {
    const html = await (await pages().request(`/widget/demo?o=${SHOP}`)).text();
    const named = [...html.matchAll(/<(?:script|link)[^>]*(?:src|href)="([^"]*)"/g)].map(([, name]) => name);
    expect(named).toEqual(['/assets/boot-abc.js', '/assets/shared-def.js']);
    expect(html).toContain('<style>#launcher{position:fixed}\n.shared{}</style>');
  });

  it('is compressed as the browser can take it, also when it is empty', async () => {
    const app = pages();
    for (const path of [`/widget/demo?o=${SHOP}`, '/widget/nobody']) {
      const plain = await (await app.request(path)).text();
      const brotli = await app.request(path, { headers: { 'accept-encoding': 'gzip, br' } });
      expect(brotli.headers.get('content-encoding')).toBe('br');
      expect(brotliDecompressSync(Buffer.from(await brotli.arrayBuffer())).toString()).toBe(plain);
      const gzip = await app.request(path, { headers: { 'accept-encoding': 'gzip, br;q=0' } });
      expect(gzip.headers.get('content-encoding')).toBe('gzip');
      expect(gunzipSync(Buffer.from(await gzip.arrayBuffer())).toString()).toBe(plain);
    }
  });

  it('draws the launcher in the saved theme, and in the default one, and hides it while the page’s own is worked out', async () => {
    const themed = await (await pages({ theme: { primaryColor: '#0a5c36' } }).request(`/widget/demo?o=${SHOP}`)).text();
    expect(themed).toContain('fill="#0a5c36"');
    expect(themed).toContain('<body>');
    const bare = `/widget/demo?o=${SHOP}`;
    expect(await (await pages().request(bare)).text()).toContain('<body>');
    expect(await (await pages().request(`${bare}&theme=`)).text()).toContain('class="unthemed"');
    // A saved theme wins, whatever the page brings.
    expect(await (await pages({ theme: {} }).request(`${bare}&theme=`)).text()).toContain('<body>');
  });

  it('is drawn for the mode and the scheme that the page names, and for no other words', async () => {
    const bootOf = async (query: string) => {
      const html = await (await pages().request(`/widget/demo?o=${SHOP}${query}`)).text();
      return { html, boot: JSON.parse(/id="service-boot">(.*?)<\/script>/s.exec(html)?.[1] ?? '') };
    };
    const line = await bootOf('&mode=prompt-input&scheme=dark');
    expect(line.html).not.toContain('id="launcher"');
    expect(line.boot).toMatchObject({ mode: 'prompt-input', scheme: 'dark', look: { tokens: { scheme: 'dark' } } });
    const odd = await bootOf('&mode=%3Cscript%3E&scheme=constructor');
    expect(odd.html).toContain('id="launcher"');
    expect(odd.boot).toMatchObject({ mode: 'chat-widget', scheme: 'light' });
  });
});
