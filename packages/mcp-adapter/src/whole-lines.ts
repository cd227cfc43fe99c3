/** Standard input line by line, which is message by message: the library copies all that it has of a message with each piece that comes. */
import { Readable } from 'node:stream';

const LINE_BREAK = 0x0a;

/** `most`: bytes of a line. A longer one ends the stream with an error. */
export function wholeLines(input: Readable, most: number): Readable {
  const lines = Readable.from(linesOf(input, most));
  // A reader that has stopped reads no more: the program must not live on for it.
  return lines.once('pause', () => {
    lines.destroy();
    input.destroy();
  });
}

async function* linesOf(input: Readable, most: number): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  let bytes = 0;
  for await (const piece of input as AsyncIterable<Buffer>) {
    const end = piece.lastIndexOf(LINE_BREAK) + 1;
    if (end > 0) {
      yield Buffer.concat([...begun, piece.subarray(0, end)]);
      begun = [];
      bytes = 0;
    }
    begun.push(piece.subarray(end));
    bytes += piece.length - end;
    if (bytes > most) throw new Error(`A message has more than ${most} bytes.`);
  }
}
