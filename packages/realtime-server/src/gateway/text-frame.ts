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
/** As long as the head of a text below 64 KiB becomes. */
const HEAD_BYTES = 4;
/** What a UTF-16 unit takes in UTF-8 at most. */
const UNIT_BYTES = 3;

/**
 * Short frames are cut from one piece of memory after the other, as `Buffer` does it: whoever keeps one keeps its piece. But
 * that wants to know first how many bytes there will be, and to count them takes as long as to write them.
 */
let piece = Buffer.allocUnsafeSlow(Buffer.poolSize);
let used = 0;

export function textFrame(text: string): TextFrame {
  const most = HEAD_BYTES + text.length * UNIT_BYTES;
  if (most > piece.length >> 1) return longFrame(text);
  if (used + most > piece.length) {
    piece = Buffer.allocUnsafeSlow(piece.length);
    used = 0;
  }
  const begins = used + HEAD_BYTES;
  const length = piece.write(text, begins);
  used = begins + length;
  const head = length < 126 ? 2 : 4;
  const whole = piece.subarray(begins - head, used);
  writeHead(whole, head, length);
  return { whole, head };
}

/** Of a text that is far too long for the shortest head. */
function longFrame(text: string): TextFrame {
  const length = Buffer.byteLength(text);
  const head = length < 65_536 ? 4 : 10;
  const whole = Buffer.allocUnsafe(head + length);
  writeHead(whole, head, length);
  whole.write(text, head);
  return { whole, head };
}

function writeHead(whole: Buffer, head: TextFrame['head'], length: number): void {
  whole[0] = WHOLE_TEXT;
  if (head === 2) whole[1] = length;
  else if (head === 4) {
    whole[1] = 126;
    whole.writeUInt16BE(length, 2);
  } else {
    whole[1] = 127;
    whole.writeBigUInt64BE(BigInt(length), 2);
  }
}
