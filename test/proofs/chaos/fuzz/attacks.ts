/** Attacks of hostile clients on the server's socket. The chance decides each, and each resolves when its socket is gone. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { REALTIME_PATH, SUBPROTOCOL } from '@service/protocol';
import { WebSocket } from 'ws';
import type { SeededRandom } from '../../../support/runs/seeded.js';
import { hello, hostileText, type Known } from './hostile-frames.js';

export interface Target {
  readonly port: number;
  readonly known: Known;
}

export type Attack = (chance: SeededRandom, target: Target) => Promise<void>;

/** An attack ends after this long, whatever the server does. */
const PATIENCE_MS = 400;

/** A visitor who knows the protocol and abuses it: right order or not, right fields or not. */
const almostRight: Attack = async (chance, target) => {
  const socket = await open(target.port);
  if (!socket) return;
  if (chance.fraction() < 0.9) socket.send(JSON.stringify(hello(chance, target.known)));
  const frames = chance.between(1, 30);
  for (let i = 0; i < frames && socket.readyState === WebSocket.OPEN; i++) {
    socket.send(hostileText(chance, target.known));
    if (chance.fraction() < 0.3) await pause(chance.between(0, 10));
  }
  await leave(chance, socket);
};

/** Well-formed WebSocket frames with arbitrary payloads. */
const anyPayload: Attack = async (chance, target) => {
  const socket = await open(target.port);
  if (!socket) return;
  if (chance.fraction() < 0.5) socket.send(JSON.stringify(hello(chance, target.known)));
  const frames = chance.between(1, 15);
  for (let i = 0; i < frames && socket.readyState === WebSocket.OPEN; i++) {
    const bytes = randomBytes(chance, chance.between(0, chance.fraction() < 0.1 ? 70_000 : 400));
    const dice = chance.fraction();
    if (dice < 0.3) socket.send(bytes, { binary: true });
    else if (dice < 0.6) socket.send(bytes.toString('latin1'));
    else if (dice < 0.75) socket.send(bytes, { binary: dice < 0.7, fin: false });
    else if (dice < 0.9) socket.ping(bytes.subarray(0, 125));
    else socket.pong(bytes.subarray(0, 125));
  }
  await leave(chance, socket);
};

/** A correct upgrade, and then bytes that are no WebSocket frames. */
const malformedFraming: Attack = async (chance, target) => {
  const socket = await dial(target.port);
  if (!socket) return;
  socket.write(upgradeRequest({}));
  if (chance.fraction() < 0.8) await Promise.race([once(socket, 'data').catch(() => undefined), pause(PATIENCE_MS)]);
  const writes = chance.between(1, 10);
  for (let i = 0; i < writes && !socket.destroyed; i++) socket.write(malformedFrame(chance));
  await leaveRaw(chance, socket);
};

/** Half a handshake, a wrong one, or no HTTP at all. */
const halfHandshake: Attack = async (chance, target) => {
  const socket = await dial(target.port);
  if (!socket) return;
  const request = upgradeRequest(
    chance.pick<Record<string, string>>([
      { 'Sec-WebSocket-Key': 'short' },
      { 'Sec-WebSocket-Version': String(chance.between(0, 300)) },
      { 'Sec-WebSocket-Protocol': 'x,'.repeat(chance.between(1, 200)) },
      { 'Sec-WebSocket-Extensions': 'permessage-deflate; server_max_window_bits=99' },
      { 'Content-Length': '-1' },
      { 'Transfer-Encoding': 'chunked, chunked' },
      { Origin: 'x'.repeat(chance.between(1, 20_000)) },
      { Host: '\u0001' },
      { Upgrade: 'h2c' },
      {},
    ]),
  );
  const dice = chance.fraction();
  if (dice < 0.5) socket.write(request);
  else if (dice < 0.8) socket.write(request.slice(0, chance.between(0, request.length)));
  else socket.write(randomBytes(chance, chance.between(1, 2_000)));
  await leaveRaw(chance, socket);
};

export const ATTACKS: readonly Attack[] = [almostRight, almostRight, anyPayload, malformedFraming, halfHandshake];

function malformedFrame(chance: SeededRandom): Buffer {
  const opcode = chance.between(0, 15);
  const first = (chance.fraction() < 0.7 ? 0x80 : 0) | (chance.fraction() < 0.3 ? 0x40 : 0) | opcode;
  const masked = chance.fraction() < 0.7 ? 0x80 : 0;
  const dice = chance.fraction();
  if (dice < 0.2) return randomBytes(chance, chance.between(1, 200));
  // Announced lengths far above what comes, up to more than any memory holds.
  if (dice < 0.4) {
    const head = Buffer.from([first, masked | 127, 0, 0, 0, 0, 0, 0, 0, 0]);
    head.writeBigUInt64BE(chance.pick([2n ** 63n, 2n ** 53n, 2n ** 32n, 65_537n, 1n]), 2);
    return head;
  }
  if (dice < 0.5) return Buffer.from([first, masked | 126, 0xff, 0xff, ...randomBytes(chance, 20)]);
  // A close frame with a code that may not be sent, or with half a code.
  if (dice < 0.65) return Buffer.from([0x88, 0x80 | chance.between(0, 3), 0, 0, 0, 0, ...randomBytes(chance, 3)]);
  const payload = randomBytes(chance, chance.between(0, 125));
  const mask = masked ? [0, 0, 0, 0] : [];
  return Buffer.from([first, masked | payload.length, ...mask, ...payload]);
}

function upgradeRequest(over: Readonly<Record<string, string>>): string {
  const headers = {
    Host: '127.0.0.1',
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Protocol': SUBPROTOCOL,
    ...over,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `GET ${REALTIME_PATH} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

async function open(port: number): Promise<WebSocket | null> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${REALTIME_PATH}`, SUBPROTOCOL, { perMessageDeflate: false });
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    socket.once('open', resolve);
    socket.once('close', () => resolve());
  });
  return socket.readyState === WebSocket.OPEN ? socket : null;
}

async function dial(port: number): Promise<Socket | null> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
    socket.once('close', () => resolve());
  });
  return socket.destroyed ? null : socket;
}

async function leave(chance: SeededRandom, socket: WebSocket): Promise<void> {
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  if (socket.readyState === WebSocket.CLOSED) return;
  if (chance.fraction() < 0.3) socket.terminate();
  else if (chance.fraction() < 0.5) socket.close(chance.pick([1000, 3000, 4000, 4999]));
  await Promise.race([closed, pause(PATIENCE_MS)]);
  socket.terminate();
}

async function leaveRaw(chance: SeededRandom, socket: Socket): Promise<void> {
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.resume();
  if (chance.fraction() < 0.3) socket.resetAndDestroy();
  else if (chance.fraction() < 0.5) socket.end();
  await Promise.race([closed, pause(PATIENCE_MS)]);
  socket.destroy();
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function randomBytes(chance: SeededRandom, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => chance.between(0, 255)));
}
