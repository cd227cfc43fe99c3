/**
 * Attacks over HTTP that no browser sends, by the request itself: hiding a request in another one, and reaching foreign files
 * through odd spellings. For each: the answer repeats nothing of the request, the server has no error, and goes on serving others.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UPLOADS_PATH } from '@service/protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import { answersIn, CANARY, get, inboxes, lines, O, publicAddresses, raw, service } from './raw-http.js';

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
