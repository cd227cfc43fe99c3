/** Messages out of a stream, however it is cut. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MOST_MESSAGE_BYTES, messagesIn } from '../../dist/mail/bounces/messages-in.js';

const read = async (chunks: Iterable<string | Buffer>): Promise<(string | null)[]> => {
  const messages: (string | null)[] = [];
  const stream = (async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk as string);
  })();
  for await (const message of messagesIn(stream)) messages.push(message && message.toString());
  return messages;
};
const SEPARATOR = 'From MAILER-DAEMON Thu Nov 27 09:55:00 2025\n';

it('an mbox gives its messages, in whatever pieces it comes', async () => {
  const line = fc.constantFrom('', 'To: a@b', 'From here on it is words', 'x'.repeat(70_000), '>From a b 09:55 2025');
  const message = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => `${lines.join('\n')}\n`);
  await fc.assert(
    fc.asyncProperty(
      fc.array(message, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 90_000 }),
      async (written, size) => {
        const all = Buffer.from(written.map((each) => `${SEPARATOR}${each}\n`).join(''));
        const pieces = Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
          all.subarray(at * size, (at + 1) * size),
        );
        expect(await read(size < 100 ? [all] : pieces)).toEqual(written.map((each) => `${each}\n`));
      },
    ),
    { numRuns: 60 },
  );
});

it('one message is whole, also where its words look like the beginning of another one', async () => {
  const message = `To: a@b\n\nHello.\n\n${SEPARATOR}Good bye.`;
  expect(await read([message])).toEqual([message]);
});

it('nothing holds no message', async () => {
  expect(await read([])).toEqual([]);
  expect(await read([SEPARATOR])).toEqual([]);
});

it('a message that is too long is left out and what comes after it is read, however long it is', async () => {
  const line = `${'x'.repeat(999)}\n`;
  const chunks = function* () {
    yield SEPARATOR;
    for (let n = 0; n < 50 * MOST_MESSAGE_BYTES; n += line.length * 100) yield line.repeat(100);
    yield `\n${SEPARATOR}short\n`;
    yield `\n${SEPARATOR}${'x'.repeat(3 * MOST_MESSAGE_BYTES)}`;
    yield `\n\n${SEPARATOR}last\n`;
  };
  expect(await read(chunks())).toEqual([null, 'short\n\n', null, 'last\n']);
});
