/**
 * A WebSocket that costs the machine as little as it can: texts over loopback (RFC 6455), whole and uncompressed, as servers
 * here send them. Whoever makes the load shares the cores of what is measured, so what its own sockets cost is missing there.
 * Both sides of every comparison use it.
 */
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Socket } from 'node:net';

const WHOLE = 0x80;
const TEXT = 1;
const CLOSE = 8;
/** Clients have to mask; with nothing but zeros the text stays what it is. */
const MASK = 0x80;
const MASK_BYTES = 4;

export interface LightSocketOptions {
  /** With http: or ws:. */
  readonly url: string;
  readonly origin?: string;
  readonly protocol?: string;
}

export class LightSocket {
  onText: (text: string) => void = () => undefined;
  /** With 1006 when nothing was said. */
  onClose: (code: number, reason: string) => void = () => undefined;
  #rest: Buffer | null = null;
  #said: readonly [code: number, reason: string] = [1006, ''];

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (bytes: Buffer) => this.#arrived(bytes));
    // What an error was about is not asked for; after it comes the close.
    socket.on('error', () => undefined);
    socket.on('close', () => this.onClose(...this.#said));
  }

  /** `begin` is given the socket before anything of it is read. */
  static open(
    { url, origin, protocol }: LightSocketOptions,
    begin?: (socket: LightSocket) => void,
  ): Promise<LightSocket> {
    return new Promise((resolve, reject) => {
      const asked = request(url.replace(/^ws/, 'http'), {
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': randomBytes(16).toString('base64'),
          ...(origin && { origin }),
          ...(protocol && { 'sec-websocket-protocol': protocol }),
        },
      });
      asked.once('error', reject);
      asked.once('response', ({ statusCode }) => reject(new Error(`No WebSocket, but status ${statusCode}.`)));
      asked.once('upgrade', (_response, stream, first) => {
        const socket = new LightSocket(stream as Socket);
        begin?.(socket);
        if (first.length > 0) socket.#arrived(first);
        resolve(socket);
      });
      asked.end();
    });
  }

  get isOpen(): boolean {
    return this.socket.writable;
  }

  send(text: string): void {
    const length = Buffer.byteLength(text);
    if (length > 0xffff) throw new Error('This socket sends no texts that long.');
    const head = (length < 126 ? 2 : 4) + MASK_BYTES;
    const frame = Buffer.allocUnsafe(head + length);
    frame[0] = WHOLE | TEXT;
    if (length < 126) frame[1] = MASK | length;
    else {
      frame[1] = MASK | 126;
      frame.writeUInt16BE(length, 2);
    }
    frame.fill(0, head - MASK_BYTES, head);
    frame.write(text, head);
    this.socket.write(frame);
  }

  /** At once, and without a word of it to `onClose`. */
  close(): void {
    this.onClose = () => undefined;
    this.socket.destroy();
  }

  #arrived(bytes: Buffer): void {
    let at = 0;
    const all = this.#rest ? Buffer.concat([this.#rest, bytes]) : bytes;
    while (all.length >= at + 2) {
      const short = (all[at + 1] as number) & 0x7f;
      const head = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (all.length < at + head) break;
      const length = head === 2 ? short : head === 4 ? all.readUInt16BE(at + 2) : Number(all.readBigUInt64BE(at + 2));
      const end = at + head + length;
      if (all.length < end) break;
      this.#frame(all[at] as number, all, at + head, end);
      at = end;
    }
    this.#rest = at < all.length ? all.subarray(at) : null;
  }

  #frame(first: number, all: Buffer, from: number, to: number): void {
    if (first === (WHOLE | TEXT)) return this.onText(all.toString('utf8', from, to));
    if (first !== (WHOLE | CLOSE)) throw new Error(`A frame that begins with ${first} is not read here.`);
    if (to - from >= 2) this.#said = [all.readUInt16BE(from), all.toString('utf8', from + 2, to)];
    this.socket.destroy();
  }
}
