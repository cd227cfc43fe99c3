/** A client that sends the bytes it is given, and reads only when it is asked to. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface RawClient {
  readonly socket: Socket;
  /** All that was read so far. */
  text(): string;
  /** Resolves when the server has ended the connection. */
  readonly closed: Promise<void>;
}

/** `reads: false`: takes nothing of what comes. */
export async function rawClient(server: Server, bytes: string | Buffer, { reads = true } = {}): Promise<RawClient> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const pieces: Buffer[] = [];
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  // The system reports a connection that the server has cut.
  socket.on('error', () => undefined);
  if (reads) socket.on('data', (piece) => pieces.push(piece));
  else socket.pause();
  await once(socket, 'connect');
  socket.write(bytes);
  return { socket, text: () => Buffer.concat(pieces).toString('latin1'), closed };
}

export const requestOf = (first: string, ...headers: readonly string[]): string =>
  `${[first, 'Host: chat.test', ...headers].join('\r\n')}\r\n\r\n`;
