/** The bytes that are written past `ws` are those that it would have written itself. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as ws from 'ws';
import { textFrame } from '../dist/gateway/text-frame.js';

/** What `ws` writes for a text, unmasked. Its types leave this function out. */
function byWs(text: string): Buffer {
  const { Sender } = ws as unknown as { Sender: { frame(data: Buffer, options: object): Buffer[] } };
  return Buffer.concat(
    Sender.frame(Buffer.from(text), { fin: true, opcode: 1, mask: false, rsv1: false, readOnly: true }),
  );
}

describe('a frame that is written to many sockets', () => {
  it.each([0, 1, 125, 126, 127, 65_535, 65_536, 70_000])('has the head of a text of %i bytes', (length) => {
    const text = 'x'.repeat(length);
    expect(textFrame(text).whole.equals(byWs(text))).toBe(true);
  });

  it('stays what it is while others are made', () => {
    const texts = Array.from({ length: 500 }, (_, i) => `${i} ${'é🙂x'.repeat(i % 150)}`);
    const frames = texts.map(textFrame);
    expect(frames.map(({ whole, head }) => whole.toString('utf8', head))).toEqual(texts);
  });

  it('carries every text, and the text alone for sockets that make their own head', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        const { whole, head } = textFrame(text);
        return whole.equals(byWs(text)) && whole.subarray(head).equals(Buffer.from(text));
      }),
    );
  });
});
