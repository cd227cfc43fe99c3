/** Finds where WebSocket frames begin and end in a stream of bytes: as much of RFC 6455 as a proxy needs. */

export interface WireFrame {
  /** The bytes on the wire, header and mask included. */
  readonly raw: Buffer;
  readonly opcode: number;
  /** Where the payload begins in `raw`. */
  readonly payloadAt: number;
  /** Unmasked. */
  readonly payload: Buffer;
}

/** One direction of one connection: first the head of the upgrade, then frames. */
export class WireReader {
  #rest: Buffer = Buffer.alloc(0);
  #headRead = false;

  /** Takes what arrived; returns what is complete now. The head comes once, before the first frame. */
  read(chunk: Buffer): { readonly head: Buffer | null; readonly frames: readonly WireFrame[] } {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const head = this.#headRead ? null : this.#readHead();
    const frames: WireFrame[] = [];
    if (this.#headRead) for (let frame = this.#readFrame(); frame; frame = this.#readFrame()) frames.push(frame);
    return { head, frames };
  }

  #readHead(): Buffer | null {
    const end = this.#rest.indexOf('\r\n\r\n');
    if (end === -1) return null;
    this.#headRead = true;
    return this.#take(end + 4);
  }

  #readFrame(): WireFrame | null {
    const bytes = this.#rest;
    if (bytes.length < 2) return null;
    const masked = ((bytes[1] as number) & 0x80) !== 0;
    const short = (bytes[1] as number) & 0x7f;
    const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
    const payloadAt = 2 + lengthBytes + (masked ? 4 : 0);
    if (bytes.length < payloadAt) return null;
    const length =
      lengthBytes === 0 ? short : lengthBytes === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
    if (bytes.length < payloadAt + length) return null;
    const opcode = (bytes[0] as number) & 0x0f;
    const raw = this.#take(payloadAt + length);
    const payload = Buffer.from(raw.subarray(payloadAt));
    if (masked)
      for (let i = 0; i < length; i++) payload[i] = (payload[i] as number) ^ (raw[payloadAt - 4 + (i % 4)] as number);
    return { raw, opcode, payloadAt, payload };
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }
}
