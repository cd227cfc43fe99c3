/** Takes the messages out of a stream: one message, or an mbox of any size. At most one message is in memory. */

/** Bytes. What servers send about our mail is far smaller. */
export const MOST_MESSAGE_BYTES = 1_048_576;

/** A longer line comes in several pieces. */
const MOST_LINE_BYTES = 65_536;
const NEWLINE = 10;
/** `From bounce@example.net Thu Nov 27 09:55:00 2025`, which begins each message of an mbox. */
const SEPARATOR = /^From \S.*\d\d:\d\d.*\d{4}/;

interface Piece {
  readonly bytes: Buffer;
  readonly beginsLine: boolean;
}

/** Null: a message that is longer than {@link MOST_MESSAGE_BYTES}. */
export async function* messagesIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer | null> {
  let isMbox: boolean | null = null;
  let [parts, size, isAfterBlank]: [Buffer[], number, boolean] = [[], 0, true];
  for await (const { bytes, beginsLine } of pieces(chunks)) {
    isMbox ??= isSeparator(bytes);
    if (isMbox && beginsLine && isAfterBlank && isSeparator(bytes)) {
      if (size > 0) yield whole(parts, size);
      [parts, size] = [[], 0];
    } else {
      size += bytes.length;
      if (size <= MOST_MESSAGE_BYTES) parts.push(bytes);
      else parts = [];
    }
    isAfterBlank = beginsLine && isBlank(bytes);
  }
  if (size > 0) yield whole(parts, size);
}

const whole = (parts: readonly Buffer[], size: number): Buffer | null =>
  size > MOST_MESSAGE_BYTES ? null : Buffer.concat(parts);

const isSeparator = (bytes: Buffer): boolean => SEPARATOR.test(bytes.toString('latin1', 0, 500).split('\n')[0] ?? '');
const isBlank = (bytes: Buffer): boolean => bytes.length <= 2 && bytes.toString('latin1').trim() === '';

/** Lines with their end; of a long line, parts. */
async function* pieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Piece> {
  let [rest, beginsLine]: [Buffer, boolean] = [Buffer.alloc(0), true];
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE, from)) {
      yield { bytes: rest.subarray(from, end + 1), beginsLine };
      [from, beginsLine] = [end + 1, true];
    }
    rest = rest.subarray(from);
    if (rest.length < MOST_LINE_BYTES) continue;
    yield { bytes: rest, beginsLine };
    [rest, beginsLine] = [Buffer.alloc(0), false];
  }
  if (rest.length > 0) yield { bytes: rest, beginsLine };
}
