/** What an attacker can do over plain HTTP: answers that are never read, bodies that never end, requests without a pause. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { AFTER_REFUSAL_MS, type Aim, ATTACKER, type Attack, inLanes, pause } from './aim.js';

const PIPELINED = 1_200;
const HELD_MS = 8_000;

/** More requests than the system's buffers hold answers to, on sockets that never read. */
export const pipelines: Attack = ({ aim, goesOn, tally }) =>
  inLanes(20, goesOn, async () => {
    tally.tried();
    const socket = await dial(aim.port);
    socket.pause();
    socket.write(head('GET', aim.asset).repeat(PIPELINED));
    await heldOpen(socket, () => tally.refused());
  });

/** Answered at once, while the body comes a byte a second. */
export const slowBodies: Attack = ({ aim, goesOn, tally }) =>
  inLanes(150, goesOn, async () => {
    tally.tried();
    const socket = await dial(aim.port);
    socket.resume();
    socket.write(head('GET', '/api/rpc/health', ['Content-Length: 100000']));
    const drip = setInterval(() => socket.write('a'), 1_000);
    await heldOpen(socket, () => tally.refused(), 30_000);
    clearInterval(drip);
  });

/** Heads that never end. */
export const halfHeads: Attack = ({ aim, goesOn, tally }) =>
  inLanes(50, goesOn, async () => {
    tally.tried();
    const socket = await dial(aim.port);
    socket.resume();
    socket.write(`GET / HTTP/1.1\r\nX-Forwarded-For: ${ATTACKER}\r\nX-Long: ${'a'.repeat(14_000)}`);
    await heldOpen(socket, () => tally.refused(), 30_000);
  });

/** Every kind of page and file, each as soon as the one before is answered. */
export const requests: Attack = async ({ aim, goesOn, tally }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  let sent = 0;
  await inLanes(16, goesOn, async () => {
    const paths = [
      `/widget/${aim.inbox}?o=${encodeURIComponent(aim.page)}&theme=${sent}`,
      `/embed/v1.js?${sent}`,
      `/embed/v1/${sent}.js`,
      aim.asset,
      '/',
      `/v1/inboxes/${aim.inbox}?about=${sent}`,
      `/nothing/${sent}`,
    ];
    tally.tried();
    const response = await ask(aim, agent, 'GET', paths[sent++ % paths.length] as string);
    if (response && response.statusCode !== 429 && response.statusCode !== 503) return tally.served();
    tally.refused();
    await pause(AFTER_REFUSAL_MS);
  });
  agent.destroy();
};

/** Guesses of an organization's key, each with a long body. */
export const wrongKeys: Attack = async ({ aim, goesOn, tally }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const body = Buffer.from(JSON.stringify({ parts: '['.repeat(1_000_000) }));
  await inLanes(4, goesOn, async () => {
    tally.tried();
    const headers = { 'x-api-key': `${Math.random()}`, 'content-type': 'application/json' };
    const response = await ask(aim, agent, 'POST', '/api/desk/conversations/x/messages', headers, body);
    if (response?.statusCode === 401) return tally.served();
    tally.refused();
    await pause(AFTER_REFUSAL_MS);
  });
  agent.destroy();
};

export async function dial(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
    socket.once('close', () => resolve());
  });
  return socket;
}

/** Holds the socket for as long as the server does, at most `mostMs`. */
export async function heldOpen(socket: Socket, cutOff: () => void, mostMs = HELD_MS): Promise<void> {
  const closed = new Promise<'closed'>((resolve) => socket.once('close', () => resolve('closed')));
  if (socket.destroyed || (await Promise.race([closed, pause(mostMs)])) === 'closed') {
    cutOff();
    await pause(AFTER_REFUSAL_MS);
  }
  socket.destroy();
}

export function head(method: string, path: string, further: readonly string[] = []): string {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: a', `X-Forwarded-For: ${ATTACKER}`, ...further];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Reads the whole answer. Null when the connection ended without one. */
export function ask(
  { port }: Pick<Aim, 'port'>,
  agent: Agent,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: Buffer,
): Promise<(IncomingMessage & { text?: string }) | null> {
  return new Promise((resolve) => {
    const asking = request(
      { port, host: '127.0.0.1', agent, method, path, headers: { 'x-forwarded-for': ATTACKER, ...headers } },
      (response: IncomingMessage & { text?: string }) => {
        response.text = '';
        response.setEncoding('utf8');
        response.on('data', (piece: string) => {
          response.text += piece;
        });
        response.on('close', () => resolve(response));
      },
    );
    asking.on('error', () => resolve(null));
    asking.end(body);
  });
}
