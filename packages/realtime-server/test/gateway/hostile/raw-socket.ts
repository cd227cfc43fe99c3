/** A socket by hand, for bytes that no client would send. */
import { connect, type Socket } from 'node:net';
import { WireClient } from '../../support/wire-client.js';

export async function stillServes(port: number): Promise<void> {
  const witness = await WireClient.join(port);
  witness.say('still there');
  await witness.next('ack');
  await witness.close();
}

/** A socket by hand: the upgrade is answered, then bytes go out as they are. */
export async function byHand(port: number): Promise<{ socket: Socket; ended: Promise<Buffer> }> {
  const socket = connect(port, '127.0.0.1');
  const seen: Buffer[] = [];
  socket.on('error', () => undefined);
  const ended = new Promise<Buffer>((resolve) => socket.on('close', () => resolve(Buffer.concat(seen))));
  const open = new Promise<void>((resolve) => socket.once('data', () => resolve()));
  socket.on('data', (bytes) => seen.push(bytes));
  socket.write(
    'GET /v1/realtime HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: service.chat.v1\r\n\r\n',
  );
  await open;
  return { socket, ended };
}

/** The code of the close frame among what the server sent last. */
export function closeCode(bytes: Buffer): number | null {
  const at = bytes.lastIndexOf(0x88);
  return at === -1 || bytes.length < at + 4 ? null : bytes.readUInt16BE(at + 2);
}

export const masked = (head: number, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from([head, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
