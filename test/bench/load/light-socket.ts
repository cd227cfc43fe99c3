/**
 * A cheap WebSocket (RFC 6455): texts over loopback, whole and uncompressed. The load generator shares its cores with the
 * server that is measured, so its sockets must cost little. Both sides of every comparison use it.
 */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

const WHOLE = 0x80;
const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;
/** Clients have to mask; a mask of zeros leaves the text unchanged. */
const MASK = 0x80;
const MASK_BYTES = 4;
const END_OF_HEAD = '\r\n\r\n';
/** All sockets read into this buffer: each has processed its bytes before the next one reads. */
const READ_INTO = Buffer.allocUnsafe(65_536);

export interface LightSocketOptions {
  /** With http: or ws:, and a port. */
  readonly url: string;
  readonly origin?: string;
  readonly protocol?: string;
  /** The address that a proxy before the server would report. */
  readonly forwardedFor?: string;
}

export class LightSocket {
  onText: (text: string) => void = () => undefined;
  /** With 1006 when the server sent no close frame. */
  onClose: (code: number, reason: string) => void = () => undefined;
  #rest: Buffer | null = null;
  #closed: readonly [code: number, reason: string] = [1006, ''];
  #opened: ((problem: Error | null) => void) | null = null;
  readonly #socket: Socket;

  private constructor(
    { hostname, port, pathname, search }: URL,
    { origin, protocol, forwardedFor }: LightSocketOptions,
  ) {
    this.#socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: { buffer: READ_INTO, callback: (count, into) => this.#arrived(into as Buffer, count) },
    });
    this.#socket.on('error', (error) => this.#opened?.(error));
    this.#socket.on('close', () => {
      this.#opened?.(new Error('The connection ended before it was a WebSocket.'));
      this.onClose(...this.#closed);
    });
    const head = [
      `GET ${pathname}${search} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      ...(origin ? [`Origin: ${origin}`] : []),
      ...(protocol ? [`Sec-WebSocket-Protocol: ${protocol}`] : []),
      ...(forwardedFor ? [`X-Forwarded-For: ${forwardedFor}`] : []),
    ];
    this.#socket.write(head.join('\r\n') + END_OF_HEAD);
  }

  /** `begin` is given the socket before any frame of it is read. */
  static open(options: LightSocketOptions, begin?: (socket: LightSocket) => void): Promise<LightSocket> {
    return new Promise((resolve, reject) => {
      const socket = new LightSocket(new URL(options.url), options);
      socket.#opened = (problem) => {
        socket.#opened = null;
        if (problem) {
          socket.close();
          return reject(problem);
        }
        begin?.(socket);
        resolve(socket);
      };
    });
  }

  get isOpen(): boolean {
    return this.#socket.writable;
  }

  send(text: string): void {
    this.#send(TEXT, text);
  }

  #send(kind: number, text: string): void {
    const length = Buffer.byteLength(text);
    if (length > 0xffff) throw new Error('This socket sends no texts that long.');
    const head = (length < 126 ? 2 : 4) + MASK_BYTES;
    const frame = Buffer.allocUnsafe(head + length);
    frame[0] = WHOLE | kind;
    if (length < 126) frame[1] = MASK | length;
    else {
      frame[1] = MASK | 126;
      frame.writeUInt16BE(length, 2);
    }
    frame.fill(0, head - MASK_BYTES, head);
    frame.write(text, head);
    this.#socket.write(frame);
  }

  /** Destroys the socket at once, without calling `onClose`. */
  close(): void {
    this.onClose = () => undefined;
    this.#socket.destroy();
  }

  /** Returns true: the socket goes on reading. */
  #arrived(into: Buffer, count: number): boolean {
    const came = into.subarray(0, count);
    const all = this.#rest ? Buffer.concat([this.#rest, came]) : came;
    const read = this.#frames(all, this.#opened ? this.#answered(all) : 0);
    // Copy the rest: the next socket reads into the same buffer.
    this.#rest = read < all.length ? Buffer.from(all.subarray(read)) : null;
    return true;
  }

  /** Reads the answer to the upgrade. Returns where it ends, or 0 while it isn't complete. */
  #answered(all: Buffer): number {
    const end = all.indexOf(END_OF_HEAD);
    if (end < 0) return 0;
    const [line = ''] = all.toString('latin1', 0, end).split('\r\n');
    const upgraded = line.split(' ')[1] === '101';
    this.#opened?.(upgraded ? null : new Error(`No WebSocket, but: ${line}`));
    return upgraded ? end + END_OF_HEAD.length : all.length;
  }

  /** Returns how far it has read. */
  #frames(all: Buffer, from: number): number {
    if (this.#opened) return from;
    let at = from;
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
    return at;
  }

  #frame(first: number, all: Buffer, from: number, to: number): void {
    if (first === (WHOLE | TEXT)) return this.onText(all.toString('utf8', from, to));
    if (first === (WHOLE | PING)) return this.#send(PONG, all.toString('utf8', from, to));
    if (first !== (WHOLE | CLOSE)) throw new Error(`A frame that begins with ${first} is not read here.`);
    if (to - from >= 2) this.#closed = [all.readUInt16BE(from), all.toString('utf8', from + 2, to)];
    this.#socket.destroy();
  }
}
