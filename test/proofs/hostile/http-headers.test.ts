/**
 * Attacks over HTTP that no browser sends, by headers: poisoning a cache in front of the server, injecting headers or log lines.
 * For each: the answer repeats nothing of the request, the server has no error, and goes on serving others.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { UPLOADS_PATH } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import { bareVisit } from '../../support/wire/bare-visit.js';
import { answersIn, CANARY, get, get200, lines, O, PNG, publicAddresses, raw, SHOP, service } from './raw-http.js';

describe('a cache in front', () => {
  /** Headers that may differ between requests and are no part of a cache's key. */
  const UNKEYED: Readonly<Record<string, string>> = {
    Host: `${CANARY}.example`,
    'X-Forwarded-Host': `${CANARY}.example`,
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-For': `203.0.113.7, ${CANARY}`,
    'X-Forwarded-Prefix': `/${CANARY}`,
    'X-Host': `${CANARY}.example`,
    'X-Original-URL': `/${CANARY}`,
    'X-Rewrite-URL': `/${CANARY}`,
    'X-HTTP-Method-Override': 'DELETE',
    Forwarded: `host=${CANARY}.example;proto=https`,
    Origin: `https://${CANARY}.example`,
    Referer: `https://${CANARY}.example/`,
    Cookie: `a=${CANARY}`,
    'Accept-Language': CANARY,
    'User-Agent': CANARY,
    Accept: `text/${CANARY}`,
    Range: 'bytes=0-1',
    'Sec-Fetch-Site': 'cross-site',
  };

  it.each(Object.entries(UNKEYED))(
    'W15: gets no answer that it may store for others and that depends on one request: %s',
    async (name, value) => {
      const answers = await Promise.all(
        (await publicAddresses()).map(async (target) => {
          const poisoned = await get(target, { [name]: value });
          const control = poisoned.headers['cache-control'] ?? '';
          const varies = (poisoned.headers.vary ?? '').toLowerCase().split(/\s*,\s*/);
          // An answer without a word about caching counts as cacheable: some caches store what is not forbidden.
          if (/\b(?:no-store|private)\b/.test(control) || varies.includes(name.toLowerCase())) return null;
          return { target, poisoned, usual: await get(target) };
        }),
      );
      const cacheable = answers.filter((each) => each !== null);
      expect(cacheable.length).toBeGreaterThan(3);
      for (const { target, poisoned, usual } of cacheable) {
        expect(poisoned.body, target).not.toContain(CANARY);
        const { date: _then, ...before } = usual.headers;
        const { date: _now, ...after } = poisoned.headers;
        expect({ status: poisoned.status, headers: after, body: poisoned.body }, target).toEqual({
          status: usual.status,
          headers: before,
          body: usual.body,
        });
      }
    },
  );

  it('W15: may not store answers about what is missing, forbidden or broken', async () => {
    for (const target of await publicAddresses()) {
      const { status, headers } = await get(target);
      if (status >= 400) expect(headers['cache-control'], target).toBe('no-store');
    }
    for (const path of ['/nowhere', '/v1/realtime/more']) {
      const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' };
      const { status, headers } = await get(path, { ...upgrade, 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==' });
      expect([status, headers['cache-control']], path).toEqual([404, 'no-store']);
    }
  });

  it('W15: sees another address for each file: a part that the loader fetches has a query that names it', async () => {
    const { parts } = JSON.parse(await get200('/embed/manifest.json')) as { parts: string[] };
    const loader = await get('/embed/v1.js');
    for (const part of parts) {
      const given = await get(`/embed/v1.js?${part.replace('sha256-', '')}`);
      expect(given.body).not.toBe(loader.body);
      expect(given.headers['cache-control']).toContain('immutable');
    }
    // An unknown name must not be cached: later it may be the name of another file.
    expect((await get(`/embed/v1.js?${'A'.repeat(43)}`)).headers['cache-control']).toBe('no-store');
    // Any other query changes nothing about the file.
    for (const query of ['cb=alert', 'callback=x', 'utm_source=y', '__proto__=1', '%00', 'about[]=demo'])
      expect((await get(`/embed/v1.js?${query}`)).body, query).toBe(loader.body);
  });

  it('W15: gets the same document for an origin that isn’t allowed, whatever else is in the query', async () => {
    const no = await get('/widget/demo?o=http%3A%2F%2Fevil.test');
    for (const query of [`o=${O}&o=http%3A%2F%2Fevil.test`, `o%00=${O}`, `O=${O}`, `o[]=${O}`, `;o=${O}`, `o=${O}%00`])
      expect((await get(`/widget/demo?${query}`)).body, query).toBe(no.body);
  });
});

describe('a header', () => {
  const BREAKS = ['%0d%0aX-Injected:%201', '%0aX-Injected: 1', '%E5%98%8A%E5%98%8DX-Injected:1', '\u560a\u560dx'];
  const KNOWN = new Set([
    ...['access-control-allow-headers', 'access-control-allow-methods', 'access-control-allow-origin'],
    ...['access-control-max-age', 'cache-control', 'connection', 'content-disposition', 'content-encoding'],
    ...['content-length', 'content-security-policy', 'content-type', 'cross-origin-embedder-policy'],
    ...[
      'cross-origin-opener-policy',
      'cross-origin-resource-policy',
      'date',
      'etag',
      'keep-alive',
      'origin-agent-cluster',
      'permissions-policy',
    ],
    ...[
      'referrer-policy',
      'strict-transport-security',
      'transfer-encoding',
      'upgrade',
      'vary',
      'x-content-type-options',
    ],
  ]);

  it('W18: can’t be injected by an address, nor can an address cause a redirect', async () => {
    for (const target of await publicAddresses())
      for (const text of BREAKS) {
        const word = encodeURI(text).replaceAll('%25', '%');
        const [path, query = ''] = target.split('?');
        for (const asked of [
          `${target}${query ? '&' : '?'}x=${word}`,
          `${path}${word}?${query}`,
          `${path}?o=${word}`,
        ]) {
          const { status, headers } = await get(asked);
          expect(
            Object.keys(headers).filter((name) => !KNOWN.has(name)),
            asked,
          ).toEqual([]);
          expect(headers['x-injected'], asked).toBeUndefined();
          expect(status < 300 || status >= 400, asked).toBe(true);
          expect(status, asked).toBeLessThan(500);
        }
      }
  });

  it('W18: can’t be injected by an origin, and a policy names no origin that the inbox doesn’t list', async () => {
    for (const origin of [`${SHOP}\u00e9`, `${SHOP}, http://evil.test`, `${SHOP};x`, 'null', '*', '\x80\xff']) {
      for (const target of ['/v1/inboxes/demo', `${UPLOADS_PATH}/att_${'0'.repeat(32)}`, '/embed/v1.js?about=demo']) {
        const { status, headers } = await get(target, { Origin: origin });
        expect(status, target).toBeLessThan(500);
        expect([undefined, '*'], `${target} for ${origin}`).toContain(headers['access-control-allow-origin']);
      }
      const { headers } = await get(`/widget/demo?o=${encodeURIComponent(origin)}`);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none';");
    }
  });

  const token = async (): Promise<string> => {
    const { socket, session } = await bareVisit(service.origin, { origin: SHOP });
    socket.close();
    return session;
  };

  /** Uploads a picture under this name. Returns its id and its link. */
  const uploaded = async (name: string): Promise<{ readonly id: string; readonly url: string }> => {
    const Authorization = `Bearer ${await token()}`;
    const head = ['Host: x', 'Connection: close', `Authorization: ${Authorization}`];
    const upload = Buffer.concat([
      Buffer.from(
        lines(`POST ${UPLOADS_PATH} HTTP/1.1`, ...head, `Content-Length: ${PNG.length}`, `X-File-Name: ${name}`),
        'latin1',
      ),
      PNG,
    ]);
    const [taken] = answersIn(await raw(upload));
    expect([taken?.status, taken?.body]).toEqual([201, expect.stringContaining('"type":"image/png"')]);
    const { id } = (JSON.parse(taken?.body as string) as { attachment: { id: string } }).attachment;
    const link = await get(`${UPLOADS_PATH}/${id}/link`, { Authorization });
    return { id, url: (JSON.parse(link.body) as { url: string }).url };
  };

  it('W18: is all that a reader gets of a file that can’t be read: the reason is not in the answer', async () => {
    const { id, url } = await uploaded('a.png');
    const path = join(service.dataDir, 'uploads/kept', id.slice(4, 6), id);
    rmSync(path);
    // A folder can be opened, but not read.
    mkdirSync(path);
    const text = await raw(lines(`GET ${url} HTTP/1.1`, 'Host: x'));
    expect(text).not.toMatch(/EISDIR|directory|Error/);
    expect(await service.isHealthy()).toBe(true);
  });

  it.each([
    ['a line break', 'a%0d%0aX-Injected: 1.png'],
    ['a quote and a path', '..%2f..%2f%22; filename=evil.html; x=%22.png'],
    ['non-ASCII letters', encodeURIComponent('Grüße 你好 😀.png')],
    ['half a letter', '%ED%A0%80.png'],
    ['bytes that are no text', '\x80\xff%zz.png'],
    ['a name that is displayed backwards', encodeURIComponent('\u202egnp.exe')],
    ['a NUL', 'a%00b.png'],
    ['nothing', ''],
  ])('W18: that names a file is ASCII on one line, whatever the name of the file is: %s', async (_what, name) => {
    const { status, headers } = await get((await uploaded(name)).url);
    expect(status).toBe(200);
    expect(Object.keys(headers).filter((each) => !KNOWN.has(each))).toEqual([]);
    expect(headers['content-disposition']).toMatch(
      /^inline; filename="[\x20\x21\x23-\x5b\x5d-\x7e]+\.png"; filename\*=UTF-8''[\w!~.%-]+\.png$/,
    );
    expect(headers['content-type']).toBe('image/png');
  });

  it('W18: of a refusal repeats nothing of the credentials', async () => {
    for (const value of [`Bearer ${CANARY}`, `Bearer cws_${CANARY}\x80`, `Basic ${CANARY}`, '\xff']) {
      for (const target of ['/api/desk/conversations', `${UPLOADS_PATH}/att_${'0'.repeat(32)}/link`]) {
        const { status, headers, body } = await get(target, { Authorization: value });
        expect([status, JSON.stringify(headers) + body]).toEqual([401, expect.not.stringContaining(CANARY)]);
      }
    }
  });
});
