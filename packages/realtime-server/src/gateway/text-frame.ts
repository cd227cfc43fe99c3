/**
 * A text as it stands on the wire of a WebSocket (RFC 6455, 5.2): whole, unmasked, as servers send it. Made once, it can be
 * written to any number of sockets; each `send` of its own would make the head and two writes anew.
 */

export interface TextFrame {
  /** Head and text. */
  readonly whole: Buffer;
  /** Bytes of the head. */
  readonly head: number;
}

const WHOLE_TEXT = 0x81;

export function textFrame(text: string): TextFrame {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const whole = Buffer.allocUnsafe(head + length);
  whole[0] = WHOLE_TEXT;
  if (head === 2) whole[1] = length;
  else if (head === 4) {
    whole[1] = 126;
    whole.writeUInt16BE(length, 2);
  } else {
    whole[1] = 127;
    whole.writeBigUInt64BE(BigInt(length), 2);
  }
  whole.write(text, head);
  return { whole, head };
}
