/**
 * Requests over plain HTTP that are almost right, as bytes, and ways to send them. A parser refuses plain nonsense early; only
 * what is almost right reaches the routes. The given chance decides everything.
 */
import { connect, type Socket } from 'node:net';
import type { SeededRandom } from '../../../support/runs/seeded.js';

export interface KnownPaths {
  /** A session's token. */
  readonly token: string;
  /** The path of a file of the widget. */
  readonly asset: string;
}

/** An exchange ends after this long, whatever the server does. */
const PATIENCE_MS = 400;
const MOST_PIPELINED = 60;

const METHODS = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH', 'get', 'M-SEARCH'];

const ODD_PARTS = [
  '..%2f..%2fetc/passwd',
  '%2e%2e',
  '%00',
  '%',
  '%e0%a4',
  '__proto__',
  'constructor',
  '//',
  ';x=1',
  '?',
  '#',
  '\\',
  'a'.repeat(9_000),
  '%f0%9f%92%a9',
];

const HEADERS: readonly ((chance: SeededRandom) => string)[] = [
  (chance) => `Content-Length: ${chance.pick(['0', '5', '-1', '1e3', '100000', '99999999999999999999', '+5', '0x5'])}`,
  (chance) =>
    `Transfer-Encoding: ${chance.pick(['chunked', 'chunked, chunked', 'identity', 'xchunked', 'gzip, chunked'])}`,
  (chance) => `Host: ${chance.pick(['b', '', 'evil.example"><script>', '[::1', 'a:99999', 'a b', 'ü'])}`,
  (chance) => `Connection: ${chance.pick(['close', 'keep-alive', 'Upgrade', 'Host', 'upgrade, close'])}`,
  (chance) => `Upgrade: ${chance.pick(['h2c', 'websocket', 'TLS/1.0', ''])}`,
  (chance) => `Expect: ${chance.pick(['100-continue', 'x'])}`,
  (chance) => `Origin: ${chance.pick(['null', 'http://shop.test', 'javascript:1', 'x'.repeat(5_000), 'https://[::1'])}`,
  (chance) => `Range: bytes=${chance.pick(['0-', '-1', '5-2', `0-0,${'1-2,'.repeat(300)}3-4`, 'x', '9e9-'])}`,
  (chance) => `If-None-Match: ${chance.pick(['*', 'W/""', '"'.repeat(500)])}`,
  (chance) => `Accept-Encoding: ${chance.pick(['br', 'gzip;q=0', 'identity;q=0, *;q=0', 'br,'.repeat(3_000)])}`,
  (chance) => `Authorization: ${chance.pick(['Bearer', `Bearer ${'x'.repeat(4_000)}`, 'Basic YTpi', 'Bearer cws_'])}`,
  (chance) => `X-Forwarded-For: ${chance.pick(['1.2.3.4', ',,,', '::ffff:909:1', 'x'.repeat(3_000), '[::1]:80', '%'])}`,
  (chance) => `X-${'n'.repeat(chance.between(1, 60))}: ${'v'.repeat(chance.between(0, 6_000))}`,
  (chance) => Array.from({ length: chance.between(1, 800) }, (_, i) => `X-${i}: 1`).join('\r\n'),
  () => ' folded: 1',
  () => 'TE : trailers',
  () => 'X-Bare\rreturn: 1',
  () => 'X-Nul: \u0000',
];

const BODIES: readonly ((chance: SeededRandom) => string)[] = [
  () => '',
  () => 'abcde',
  (chance) => 'x'.repeat(chance.between(0, 70_000)),
  () => '5\r\nabcde\r\n0\r\n\r\n',
  () => '5\r\nabc',
  () => 'ffffffffffffffff\r\n',
  (chance) => `1;${'e'.repeat(chance.between(0, 20_000))}\r\na\r\n0\r\n\r\n`,
  () => '0\r\nTrailer: 1\r\n\r\n',
  () => '{"parts":[{"type":"text","text":"x"}]}',
  (chance) => '['.repeat(chance.between(0, 60_000)),
];

/** The bytes of one connection: requests one after the other, some of them damaged. */
export function hostileRequests(chance: SeededRandom, known: KnownPaths): Buffer {
  const count = chance.fraction() < 0.2 ? chance.between(2, MOST_PIPELINED) : 1;
  const one = hostileRequest(chance, known);
  const same = chance.fraction() < 0.5;
  const all = Array.from({ length: count }, () => (same ? one : hostileRequest(chance, known))).join('');
  return damaged(chance, Buffer.from(all, 'latin1'));
}

function hostileRequest(chance: SeededRandom, known: KnownPaths): string {
  const version =
    chance.fraction() < 0.9 ? 'HTTP/1.1' : chance.pick(['HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.', '']);
  const headers = chance.fraction() < 0.9 ? ['Host: a'] : [];
  if (chance.fraction() < 0.2) headers.push(`Authorization: Bearer ${known.token}`);
  const further = chance.between(0, 4);
  for (let i = 0; i < further; i++) headers.push(chance.pick(HEADERS)(chance));
  const end = chance.fraction() < 0.95 ? '\r\n' : chance.pick(['\n', '\r', '']);
  const head = [`${chance.pick(METHODS)} ${hostilePath(chance, known)} ${version}`, ...headers].join(end);
  return `${head}${end}${end}${chance.fraction() < 0.4 ? chance.pick(BODIES)(chance) : ''}`;
}

function hostilePath(chance: SeededRandom, { asset }: KnownPaths): string {
  const path = chance.pick([
    '/',
    '*',
    asset,
    'http://evil.example/',
    '/api/rpc/health',
    `/widget/demo?o=${chance.pick(['http%3A%2F%2Fshop.test', '*', '', 'a&o=b'])}&theme=${chance.pick(['{}', '['.repeat(3_000), '%7B%22__proto__%22%3A1%7D', ''])}`,
    '/embed/v1.js',
    '/embed/v1.js?launcher=demo',
    '/embed/v1/demo.js',
    '/embed/0.1.0/loader.js',
    '/embed/manifest.json',
    '/v1/inboxes/demo?about=1',
    '/v1/realtime',
    '/v1/uploads',
    '/v1/uploads/att_0000000000000000000000/link',
    '/v1/uploads/att_0000000000000000000000?e=1&s=x',
    '/api/desk/conversations',
    '/api/desk/operators/own',
    '/api/auth/get-session',
    '/api/rpc/accounts/me',
    '/ready',
    '/api/desk/knowledge/demo',
    '/logos/x',
    '/console/',
    '/v1/people/x',
  ]);
  const dice = chance.fraction();
  if (dice < 0.6) return path;
  if (dice < 0.8) return path + chance.pick(ODD_PARTS);
  const at = chance.between(0, path.length);
  return path.slice(0, at) + chance.pick(ODD_PARTS) + path.slice(at);
}

/** Sometimes cut off, or with some bytes changed. */
export function damaged(chance: SeededRandom, bytes: Buffer): Buffer {
  const dice = chance.fraction();
  if (dice < 0.75 || bytes.length === 0) return bytes;
  if (dice < 0.85) return bytes.subarray(0, chance.between(0, bytes.length));
  const changes = chance.between(1, 5);
  for (let i = 0; i < changes; i++) bytes[chance.between(0, bytes.length - 1)] = chance.between(0, 255);
  return bytes;
}

/** Sends the bytes in some pieces, reads or doesn't, and leaves in any of the ways there are. */
export async function exchange(chance: SeededRandom, port: number, bytes: Buffer): Promise<void> {
  const socket = await dial(port);
  if (!socket) return;
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  if (chance.fraction() < 0.7) socket.resume();
  else socket.pause();
  const pieces = chance.fraction() < 0.6 ? 1 : chance.between(2, 6);
  for (let i = 0; i < pieces && !socket.destroyed; i++) {
    const [from, to] = [i, i + 1].map((at) => Math.floor((bytes.length * at) / pieces));
    socket.write(bytes.subarray(from, to));
    if (pieces > 1) await pause(chance.between(0, 20));
  }
  const way = chance.fraction();
  if (way < 0.2) socket.resetAndDestroy();
  else if (way < 0.5) socket.end();
  await Promise.race([closed, pause(chance.between(0, PATIENCE_MS))]);
  socket.destroy();
}

async function dial(port: number): Promise<Socket | null> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
    socket.once('close', () => resolve());
  });
  return socket.destroyed ? null : socket;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
