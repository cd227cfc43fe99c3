/** A server with everything public on it, and requests to it as they are written, byte by byte. */
import { connect } from 'node:net';
import { PEOPLE_PATH, UPLOADS_PATH } from '@service/protocol';
import { afterAll, beforeAll, expect } from 'vitest';
import { Service } from '../../support/server/start-service.js';
import { inboxesFor } from '../../support/sites/start-site.js';

export const SHOP = 'http://shop.test';
export const CANARY = 'canary7q2mxc9a';
export const O = encodeURIComponent(SHOP);
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export let service: Service;
export let inboxes: ReturnType<typeof inboxesFor>;
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
export function raw(request: string | Buffer): Promise<string> {
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

export function answersIn(text: string): readonly Answer[] {
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

export const lines = (...given: readonly string[]): string => `${given.join('\r\n')}\r\n\r\n`;
export const get = async (target: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> => {
  const all = { Host: `127.0.0.1:${service.port}`, Connection: 'close', ...headers };
  const text = await raw(
    lines(`GET ${target} HTTP/1.1`, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`)),
  );
  const [answer] = answersIn(text);
  if (!answer) throw new Error(`No answer to ${target}: ${text.slice(0, 200)}`);
  return answer;
};
export const get200 = async (target: string): Promise<string> => {
  const { status, body } = await get(target);
  expect(status, target).toBe(200);
  return body;
};

/** Every public address, with example ids and queries. */
export async function publicAddresses(): Promise<readonly string[]> {
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
