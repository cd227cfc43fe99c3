/**
 * Attacks over HTTP that no browser sends: poisoning a cache in front of the server, injecting headers or log lines, hiding a
 * request in another one, and reaching foreign files through odd spellings. For each: the answer repeats nothing of the
 * request, the server has no error, and goes on serving others.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { PEOPLE_PATH, UPLOADS_PATH } from '@service/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { Service } from '../../support/server/start-service.js';
import { inboxesFor } from '../../support/sites/start-site.js';

const SHOP = 'http://shop.test';
const CANARY = 'canary7q2mxc9a';
const O = encodeURIComponent(SHOP);
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let service: Service;
let inboxes: ReturnType<typeof inboxesFor>;
beforeAll(async () => {
  inboxes = inboxesFor([SHOP]);
  // Without PUBLIC_URL the server knows its own address from the request only.
  service = await Service.start({ inboxDir: inboxes.folder, env: { LOG_LEVEL: 'trace', TRUSTED_PROXIES: '1' } });
});
afterAll(async () => {
  const { output } = service;
  await service.dispose();
  inboxes.remove();
  expect(unexpectedLines(output)).toEqual([]);
});

/** Lines that are no JSON, and errors other than that of the file that a test makes unreadable. */
function unexpectedLines(output: string): readonly string[] {
  return output.split('\n').filter((line) => {
    if (line.trim() === '') return false;
    try {
      const { level, error } = JSON.parse(line) as { level: number; error?: string };
      return level >= 50 && !error?.startsWith('EISDIR');
    } catch {
      return true;
    }
  });
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends exactly these bytes and reads until the server closes, which it does when asked to, or after a malformed request. */
function raw(request: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(service.port, '127.0.0.1');
    const pieces: Buffer[] = [];
    socket.on('data', (piece) => pieces.push(piece));
    // When the server closes while we still send, the system reports ECONNRESET after the answer.
    socket.on('error', (error: NodeJS.ErrnoException) => error.code !== 'ECONNRESET' && reject(error));
    socket.on('close', () => resolve(Buffer.concat(pieces).toString('latin1')));
    // Do not end the socket: a server may take a half-close for the end of the connection.
    socket.write(request);
  });
}

function answersIn(text: string): readonly Answer[] {
  const answers: Answer[] = [];
  let rest = text;
  while (rest.startsWith('HTTP/1.1 ')) {
    const end = rest.indexOf('\r\n\r\n');
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const behind = rest.slice(end + 4);
    // An empty chunked answer consists of the last chunk only.
    const chunked = headers['transfer-encoding'] === 'chunked' && behind.startsWith('0\r\n\r\n') ? 5 : null;
    const length = chunked ?? Number(headers['content-length'] ?? behind.length);
    answers.push({ status: Number(first.split(' ')[1]), headers, body: chunked ? '' : behind.slice(0, length) });
    rest = behind.slice(length);
  }
  expect(rest, 'bytes after the answers').toBe('');
  return answers;
}

const lines = (...given: readonly string[]): string => `${given.join('\r\n')}\r\n\r\n`;
const get = async (target: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> => {
  const all = { Host: `127.0.0.1:${service.port}`, Connection: 'close', ...headers };
  const text = await raw(
    lines(`GET ${target} HTTP/1.1`, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`)),
  );
  const [answer] = answersIn(text);
  if (!answer) throw new Error(`No answer to ${target}: ${text.slice(0, 200)}`);
  return answer;
};
const get200 = async (target: string): Promise<string> => {
  const { status, body } = await get(target);
  expect(status, target).toBe(200);
  return body;
};

/** Every public address, with example ids and queries. */
async function publicAddresses(): Promise<readonly string[]> {
  const { file, parts } = JSON.parse(await get200('/embed/manifest.json')) as { file: string; parts: string[] };
  const boot = /\/assets\/[\w.-]+/.exec(await get200(`/widget/demo?o=${O}`))?.[0] ?? '';
  return [
    '/',
    '/api/rpc/health',
    '/api/rpc/nothing',
    '/embed/v1.js',
    `/embed/v1.js?${parts[0]?.replace('sha256-', '')}`,
    '/embed/v1.js?about=demo',
    '/embed/v1.js?launcher=demo',
    '/embed/v1/demo.js',
    '/embed/v1/nothing.js',
    file,
    '/embed/manifest.json',
    boot,
    '/assets/nothing.js',
    `/widget/demo?o=${O}`,
    `/widget/demo?o=${O}&launcher=page`,
    '/widget/demo',
    '/v1/inboxes/demo',
    '/v1/realtime',
    '/console',
    '/console/assets/nothing.js',
    `/logos/${'0'.repeat(32)}`,
    `${PEOPLE_PATH}/opr_${'0'.repeat(22)}`,
    `${UPLOADS_PATH}/att_${'0'.repeat(32)}?e=1767225600000&s=${'0'.repeat(43)}`,
    `${UPLOADS_PATH}/att_${'0'.repeat(32)}/link`,
    '/api/desk/conversations',
    '/nowhere',
  ];
}

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
    const socket = new WebSocket(`${service.origin.replace('http', 'ws')}/v1/realtime`, 'service.chat.v1');
    const welcomed = new Promise<string>((resolve, reject) => {
      socket.on('close', () => reject(new Error('closed')));
      socket.on('message', (data) => {
        const frame = JSON.parse(data.toString()) as { t: string; session: string };
        if (frame.t === 'welcome') resolve(frame.session);
      });
    });
    await new Promise((resolve) => socket.once('open', resolve));
    const hello = { t: 'hello', v: [1], inbox: 'demo', session: null, origin: SHOP, sdk: 'test', cursor: null };
    socket.send(JSON.stringify({ ...hello, instance: 'instance-0001', visible: true }));
    const session = await welcomed;
    socket.removeAllListeners('close');
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

describe('a request that another server could read differently', () => {
  const hidden = 'GET /api/rpc/health?hidden HTTP/1.1\r\nHost: x\r\n\r\n';
  const post = (...headers: readonly string[]): string => lines(`POST ${UPLOADS_PATH} HTTP/1.1`, 'Host: x', ...headers);

  it.each([
    ['a length and chunks', `${post('Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n${hidden}`],
    ['chunks and a length', `${post('Transfer-Encoding: chunked', 'Content-Length: 4')}0\r\n\r\n${hidden}`],
    ['two lengths', `${post('Content-Length: 0', `Content-Length: ${hidden.length}`)}${hidden}`],
    ['a list of lengths', `${post(`Content-Length: 0, ${hidden.length}`)}${hidden}`],
    ['a length with a sign', `${post('Content-Length: +4')}${hidden}`],
    ['a negative length', `${post('Content-Length: -1')}${hidden}`],
    ['a length that is no number', `${post('Content-Length: 0x4')}${hidden}`],
    ['an unknown transfer coding', `${post('Transfer-Encoding: xchunked')}0\r\n\r\n${hidden}`],
    ['chunks before another coding', `${post('Transfer-Encoding: chunked, identity')}0\r\n\r\n${hidden}`],
    ['a space before the colon', `${post('Transfer-Encoding : chunked')}0\r\n\r\n${hidden}`],
    ['a header folded over two lines', `${post('Transfer-Encoding:\r\n chunked')}0\r\n\r\n${hidden}`],
    ['a tab in a name', `${post('Transfer\tEncoding: chunked')}0\r\n\r\n${hidden}`],
    ['a NUL in a value', `${post('X-A: a\0b')}${hidden}`],
    ['a chunk with a size that is no number', `${post('Transfer-Encoding: chunked')}zz\r\n\r\n${hidden}`],
    ['a chunk larger than any number', `${post('Transfer-Encoding: chunked')}fffffffffffffffff\r\n\r\n${hidden}`],
    ['line ends without a carriage return', `GET /api/rpc/health HTTP/1.1\nHost: x\nX: y\n\n${hidden}`],
    ['a carriage return in the address', `GET /api/rpc/\rhealth HTTP/1.1\r\nHost: x\r\n\r\n${hidden}`],
    ['an unknown version', `GET /api/rpc/health HTTP/9.9\r\nHost: x\r\n\r\n${hidden}`],
    ['no version', `GET /api/rpc/health\r\n\r\n${hidden}`],
    ['no host', lines('GET /api/rpc/health HTTP/1.1') + hidden],
    ['a tunnel to another host', lines('CONNECT evil.test:443 HTTP/1.1', 'Host: evil.test') + hidden],
    ['the beginning of another protocol', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${hidden}`],
    ['bytes of TLS', Buffer.from('1603010200010001fc0303', 'hex').toString('latin1') + hidden],
  ])('W16: is refused, and the request hidden in it is never answered: %s', async (_what, request) => {
    const answers = answersIn(await raw(Buffer.from(request, 'latin1')));
    for (const { status, body } of answers) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(body).not.toContain('realtime-server');
    }
    expect(answers.length).toBeLessThanOrEqual(1);
    expect(await service.isHealthy()).toBe(true);
  });

  it.each(['x@evil.test', 'x/../evil', 'x y', 'x:port', '[::1', 'x?y', 'x#y', 'x\\y', '%00', ''])(
    'W16: with an invalid host is refused: %s',
    async (host) => {
      const text = await raw(lines('GET /api/rpc/health HTTP/1.1', `Host: ${host}`, 'Connection: close'));
      const [answer] = answersIn(text);
      // An empty host is answered like a request of HTTP/1.0, which has none.
      expect(answer?.status).toBe(host === '' ? 200 : 400);
    },
  );

  it('W16: is read to its own end: what follows a refused upload is another request, or is dropped', async () => {
    const body = 'x'.repeat(200);
    const text = `${post(`Content-Length: ${body.length}`)}${body}${hidden.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}`;
    const [refused, next, more] = answersIn(await raw(text));
    expect(refused?.status).toBe(401);
    if (next) expect([next.status, JSON.parse(next.body).status]).toEqual([200, 'ok']);
    expect(more).toBeUndefined();
  });

  it('W16: that asks to close the connection closes it, at every address', async () => {
    for (const target of await publicAddresses())
      expect((await get(target)).headers.connection, target).toMatch(/\bclose\b/i);
  });

  it('is answered in HTTP/1.0, which some health checks speak', async () => {
    const [answer] = answersIn(await raw('GET /api/rpc/health HTTP/1.0\r\n\r\n'));
    expect([answer?.status, answer?.body]).toEqual([200, expect.stringContaining('"status":"ok"')]);
  });

  it.each(['TRACE', 'TRACK', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'SEARCH', 'LOCK', 'OPTIONS', 'HEAD'])(
    'W16: %s does nothing, at any address, and the answer repeats nothing of the request',
    async (method) => {
      for (const target of [...(await publicAddresses()), '*']) {
        const [answer] = answersIn(
          (
            await raw(lines(`${method} ${target} HTTP/1.1`, 'Host: x', 'Connection: close', `X-Word: ${CANARY}`))
          ).replace(/content-length: \d+/gi, (line) => (method === 'HEAD' ? 'x-length: 0' : line)),
        );
        const what = `${method} ${target}`;
        expect(answer?.status, what).toBeLessThan(500);
        if (method !== 'HEAD' && method !== 'OPTIONS') expect(answer?.status, what).toBeGreaterThanOrEqual(400);
        expect(JSON.stringify(answer), what).not.toContain(CANARY);
      }
    },
  );
});

describe('an address in an odd spelling', () => {
  beforeAll(() => writeFileSync(join(inboxes.folder, 'secret.txt'), CANARY));

  it.each([
    ...['//evil.test/widget/demo', '///widget/demo', '/\\evil.test', '/.//widget', '/assets/..%2f..%2fsecret.txt'],
    ...['/assets/%2e%2e/%2e%2e/package.json', '/assets/....//secret.txt', '/assets/..;/secret.txt', '/assets/%00'],
    ...['/assets/%c0%ae%c0%ae/secret.txt', '/assets/%252e%252e%252fsecret.txt', '/assets/..%5csecret.txt'],
    ...['/embed/../../package.json', '/embed/%2e%2e/v1.js', '/embed/0.1.0%00/loader.js', '/embed/..%2floader.js'],
    ...['/widget/demo%00', '/widget/demo%2f', '/widget/%64emo%20', '/widget/..%2fdemo', '/widget/__proto__'],
    ...['/widget/constructor', '/widget/%E0%A4%A', '/v1/inboxes/__proto__', '/v1/inboxes/demo%00', '/logos/..%2fa'],
    ...['/logos/%00', '/console/assets/..%2findex.html', '/console/assets/__proto__', '/console/%2e%2e/api/desk'],
    ...['/API/DESK/conversations', '/api/desk//conversations', '/api//desk/conversations', '/api/desk/%2e/x'],
    ...['/api/rpc/..%2fdesk', '/api/rpc/health%00', '/api/rpc/health/', '/api/rpc/health;x=1', '/v1/realtime/'],
    ...[`${UPLOADS_PATH}/..%2f..%2fsecret.txt?e=1&s=1`, `${UPLOADS_PATH}/%00?e=1767225600000&s=${'0'.repeat(43)}`],
    ...[`${UPLOADS_PATH}/att_${'0'.repeat(32)}?e[]=1&s[]=2`, `${UPLOADS_PATH}/__proto__/link`, '/%', '/%%30%30', '/?%'],
    ...[`/${'a/'.repeat(4_000)}`, `/widget/${'%61'.repeat(2_000)}`, `/?${'a=1&'.repeat(2_500)}`, '/\u0080\u00ff'],
  ])('W17: names nothing that it should not: %s', async (target) => {
    const { status, headers, body } = await get(target);
    // The page at `/` is public, with any query.
    if (!target.startsWith('/?')) {
      const empty = headers['content-security-policy']?.includes("frame-ancestors 'none'") && body.length < 300;
      expect(status >= 400 || empty, `${status} ${body.slice(0, 80)}`).toBe(true);
    }
    expect(status).toBeLessThan(500);
    expect(body).not.toContain(CANARY);
    expect(body).not.toContain('"name"');
  });

  it('W17: in full, as to a proxy, leads to no other host, and the answer is not cacheable', async () => {
    for (const target of [`http://${CANARY}.example/`, `https://${CANARY}.example/widget/demo?o=${O}`]) {
      const { status, headers } = await get(target);
      expect([status, headers['cache-control']], target).toEqual([200, 'no-store']);
    }
    for (const target of [
      `ftp://${CANARY}.example/`,
      `javascript:alert(1)`,
      `http://`,
      `http://[::1`,
      `http://u:p@x/`,
    ]) {
      const text = await raw(lines(`GET ${target} HTTP/1.1`, 'Host: x', 'Connection: close'));
      for (const { status } of answersIn(text)) {
        expect(status, target).toBeLessThan(500);
      }
    }
  });

  it('W17: opens no socket: only the exact one does', async () => {
    const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' };
    for (const target of [
      '//v1/realtime',
      '/v1/realtime/',
      '/v1/../v1/realtime',
      '/v1%2frealtime',
      '/V1/REALTIME',
      '/',
    ])
      expect((await get(target, { ...upgrade, 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==' })).status, target).toBe(
        404,
      );
  });
});
