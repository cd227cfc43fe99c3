/** The built server under what one peer can ask of it over plain HTTP: it stays small, and goes on serving. */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { PEOPLE_PATH, UPLOADS_PATH } from '@service/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WireClient } from '../../../packages/realtime-server/test/support/wire-client.js';
import { Service } from '../../support/server/start-service.js';
import { inboxesFor } from '../../support/sites/start-site.js';

const SHOP = 'http://shop.test';
const MIB = 1_048_576;

let service: Service;
let inboxes: ReturnType<typeof inboxesFor>;
const sockets: Socket[] = [];
beforeAll(async () => {
  inboxes = inboxesFor([SHOP]);
  // Fewer files than sockets that come.
  service = await Service.start({ inboxDir: inboxes.folder, openFiles: 400 });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await service.dispose();
  inboxes.remove();
});

function open(bytes: string, { reads = true } = {}): Socket {
  const socket = connect(service.port, '127.0.0.1', () => socket.write(bytes));
  socket.on('error', () => undefined);
  if (reads) socket.resume();
  else socket.pause();
  sockets.push(socket);
  return socket;
}

function raw(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    const socket = open(bytes);
    socket.on('data', (piece) => pieces.push(piece));
    socket.on('close', () => resolve(Buffer.concat(pieces).toString('latin1')));
  });
}

const request = (first: string, ...headers: readonly string[]): string =>
  `${[first, `Host: 127.0.0.1:${service.port}`, ...headers].join('\r\n')}\r\n\r\n`;
const bodyOf = async (path: string): Promise<string> => (await fetch(`${service.origin}${path}`)).text();
/** What the process has in memory now, or had at the most, in bytes. */
const memory = (line: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${line}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) * 1_024;

const isSent = ({ bytesWritten, writableLength }: Socket): boolean => bytesWritten > 0 && writableLength === 0;

/** The largest file that a page loads. */
async function largestFile(): Promise<string> {
  const boot = /\/assets\/[\w.-]+/.exec(await bodyOf(`/widget/demo?o=${encodeURIComponent(SHOP)}`))?.[0] ?? '';
  const names = [...(await bodyOf(boot)).matchAll(/[\w.-]+-[\w-]{8}\.js/g)].map(([name]) => `/assets/${name}`);
  const sizes = await Promise.all([boot, ...names].map(async (path) => ({ path, size: (await bodyOf(path)).length })));
  return sizes.reduce((most, each) => (each.size > most.size ? each : most)).path;
}

/** A new visitor. A busy server asks them to come again. */
async function arrive(): Promise<WireClient> {
  const tried: WireClient[] = [];
  const isLive = async (): Promise<boolean> => {
    const client = await WireClient.open(service.port);
    tried.push(client);
    client.hello();
    await client.until(() => client.closed !== null || client.frames.some(({ t }) => t === 'live'), 'an answer');
    return client.closed === null;
  };
  await expect.poll(isLive, { timeout: 60_000, interval: 500 }).toBe(true);
  return tried.at(-1) as WireClient;
}

/** One of each kind of address. */
const ADDRESSES = [
  '/',
  '/api/rpc/health',
  '/api/rpc/nothing',
  '/embed/v1.js',
  '/embed/v1/demo.js',
  '/embed/manifest.json',
  `/widget/demo?o=${encodeURIComponent(SHOP)}`,
  '/v1/inboxes/demo',
  '/v1/realtime',
  '/console',
  `/logos/${'0'.repeat(32)}`,
  `${PEOPLE_PATH}/opr_${'0'.repeat(22)}`,
  `${UPLOADS_PATH}/att_${'0'.repeat(32)}/link`,
  '/api/desk/conversations',
  '/nowhere',
];

describe('a peer that never reads', () => {
  it('has the server hold little for it, however many requests it sends at once', async () => {
    const path = await largestFile();
    const before = memory('VmRSS');
    const all = Array.from({ length: 20 }, () => open(request(`GET ${path} HTTP/1.1`).repeat(1_200), { reads: false }));
    await expect.poll(() => all.every((socket) => isSent(socket) || socket.closed), { timeout: 60_000 }).toBe(true);
    expect(await service.isHealthy()).toBe(true);
    // A client notices the end when it reads.
    for (const socket of all) socket.resume();
    await expect.poll(() => all.every(({ closed }) => closed), { timeout: 60_000 }).toBe(true);
    expect(await service.isHealthy()).toBe(true);
    expect(memory('VmHWM') - before).toBeLessThan(128 * MIB);
  });
});

describe('more sockets than the server may open files', () => {
  it.each([
    ['half a request', () => 'GET / HTTP/1.1\r\nHost: x\r\nX-'],
    ['a body that never ends', () => request('GET /api/rpc/health HTTP/1.1', 'Content-Length: 100000')],
  ])('leave it files to go on with: %s', async (_what, bytes) => {
    const visitor = await arrive();
    const many = Array.from({ length: 450 }, () => open(bytes()));
    await expect.poll(() => many.filter(({ closed }) => closed).length, { timeout: 60_000 }).toBeGreaterThan(200);
    expect(await service.isHealthy()).toBe(true);
    const next = await arrive();
    next.say('hello');
    visitor.say('still here');
    await Promise.all([next.next('ack'), visitor.next('ack')]);
    const upload = await fetch(`${service.origin}${UPLOADS_PATH}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${next.token}`, 'X-File-Name': 'a.txt' },
      body: 'some text',
    });
    expect(upload.status).toBe(201);
    await Promise.all([visitor.close(), next.close()]);
  });
});

describe('every address', () => {
  it.each(ADDRESSES)('answers a client that offers HTTP/2 as any other: %s', async (path) => {
    const offer = ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA'];
    const close = ['Connection: close'];
    for (const method of ['GET', 'POST', 'DELETE']) {
      const usual = await raw(request(`${method} ${path} HTTP/1.1`, ...close));
      const offered = await raw(
        request(`${method} ${path} HTTP/1.1`, 'Connection: Upgrade, HTTP2-Settings, close', ...offer),
      );
      const comparable = (text: string): string =>
        text.replace(/^Date:.*\r\n/im, '').replace(/"timestamp":"[^"]*"/, '');
      expect(comparable(offered), method).toBe(comparable(usual));
      expect(usual).toMatch(/^HTTP\/1\.1 \d/);
    }
  });

  it.each(ADDRESSES)('refuses two hosts, and asks for no body without a token: %s', async (path) => {
    expect(await raw(request(`GET ${path} HTTP/1.1`, 'Host: evil.test'))).toMatch(/^HTTP\/1\.1 400 /);
    const expecting = request(`POST ${path} HTTP/1.1`, 'Expect: 100-continue', 'Content-Length: 1000');
    expect(await raw(expecting)).toMatch(/^HTTP\/1\.1 4\d\d /);
  });
});

describe('the team’s API', () => {
  it('logs wrong keys with where they come from, and never a key', async () => {
    for (let at = 0; at < 5; at++)
      await fetch(`${service.origin}/api/desk/conversations`, {
        headers: { 'X-API-Key': `guess-${at}-canary` },
      });
    const counted = (): number =>
      [...service.output.matchAll(/"wrong_key","addresses":\{"127\.0\.0\.1":(\d+)\}/g)]
        .map(([, count]) => Number(count))
        .reduce((sum, count) => sum + count, 0);
    await expect.poll(counted, { timeout: 60_000 }).toBe(5);
    expect(service.output).not.toContain('canary');
  });
});
