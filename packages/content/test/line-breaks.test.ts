/** Lines are shown as they were written; `<br>` is the line break of tables. */
import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../src/markdown.js';
import { textWithLinks } from '../src/plain-text.js';
import { stripMarkdown } from '../src/strip-markdown.js';
import { textOf } from '../src/tree.js';

describe('a line break', () => {
  it.each([
    ['an address', 'Havn & Hei\nStorgata 1\n0155 Oslo', 'Havn & Hei\nStorgata 1\n0155 Oslo'],
    ['a verse in Japanese', '古池や\n蛙飛びこむ\n水の音', '古池や\n蛙飛びこむ\n水の音'],
    ['opening hours in Arabic', 'السبت: ٩–١٢\nالأحد: مغلق', 'السبت: ٩–١٢\nالأحد: مغلق'],
    ['an item', '- one\n  more\n- two', 'one\nmoretwo'],
    ['a quote', '> one\n> two', 'one\ntwo'],
    ['lines of another system', 'one\r\ntwo\rthree\u2028four', 'one\ntwo\nthree\nfour'],
    ['spaces or a backslash before it', 'one  \ntwo\\\nthree', 'one\ntwo\nthree'],
    ['br in a table', '| Day | Hours |\n|---|---|\n| Monday | 9–12<br>13–17 |', 'DayHoursMonday9–12\n13–17'],
    ['br in a paragraph', 'First line<br/>second line.', 'First line\nsecond line.'],
    ['br in an item and in bold', '- a<BR />**b<br>c**', 'a\nb\nc'],
    ['br in Japanese', '平日<br>休日', '平日\n休日'],
    ['br before a line break', 'one<br>\ntwo', 'one\ntwo'],
  ])('in an answer: %s', (_name, text, shown) => expect(textOf(parseMarkdown(text))).toBe(shown));

  it.each(['<brx>', '<br class="x">', '</br>', '<b>bold</b>', '<hr>', '<p>x</p>', '<br', '`<br>`', '&lt;br&gt;'])(
    'is no other HTML: %s',
    (text) => expect(JSON.stringify(parseMarkdown(text))).not.toContain('line-break'),
  );

  it('in a visitor’s message is as written, and HTML in it is text', () => {
    expect(textOf(textWithLinks('a\nb\n\nc<br>d'))).toBe('a\nb\n\nc<br>d');
  });

  it('is read out', () => {
    expect(stripMarkdown('9–12<br>13–17 **x**')).toBe('9–12\n13–17 x');
  });
});
