/** What is written in Markdown, HTML and PDF in more than one way is read as what it says, and all of it. */
import { afterAll, describe, expect, it } from 'vitest';
import { createArticleReader } from '../../../dist/knowledge/reading/article-reader.js';

const reader = createArticleReader({ time: 10_000, memory: 300 * 2 ** 20 });
afterAll(() => reader.close());

async function read(file: string, content: string | Uint8Array) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const reading = await reader.read({ kind: 'article', file, content: { bytes }, about: '' });
  if (!reading.ok) return reading.problem;
  const { passages, title } = reading.article;
  return { title, passages: passages.map(({ heading, pieces }) => [heading, ...pieces.map(({ text }) => text)]) };
}

describe('a file', () => {
  it.each([
    [
      'underlined headings',
      'Sizes\n=====\n\nOne.\n\nMore\n----\n\nTwo.',
      [
        ['', 'One.'],
        ['More', 'Two.'],
      ],
    ],
    ['rules', 'One.\n\n---\n\n* * *\n\nTwo.', [['', 'One.', 'Two.']]],
    ['headings with an anchor', ' ## More {#more}\n\nTwo.', [['More', 'Two.']]],
    ['rows without marks at their ends', 'A | B\n--- | ---\nx | 1\n\nTwo.', [['', '**x**: B 1', 'Two.']]],
    ['a mark of columns in a cell', '| A | B |\n|---|---|\n| x \\| y | 1 |', [['', '**x | y**: B 1']]],
    [
      'links that are defined elsewhere',
      'See [our page][1] or [terms].\n\n[1]: https://x.example/a "A"\n[terms]: <https://x.example/t>',
      [['', 'See [our page](https://x.example/a) or [terms](https://x.example/t).']],
    ],
    [
      'tags for looks',
      '<p align="center">\n<img src="x.png">\n</p>\n\nOne <b>two</b> `<b>`.',
      [['', 'One two `<b>`.']],
    ],
    [
      'blocks of code',
      'Write:\n\n```yaml\nport: 80\n\n# comment\n- a\n```\n\nDone.',
      [['', 'Write:', '```yaml\nport: 80\n\n# comment\n- a\n```', 'Done.']],
    ],
    ['a block of code without an end', 'One.\n\n```\n\nTwo.', [['', 'One.', 'Two.']]],
  ])('of Markdown may have %s', async (_what, source, passages) => {
    expect(await read('m.en.md', source)).toMatchObject({ passages });
  });

  it('has long blocks of code in parts, of which none is lost', async () => {
    const code = Array.from({ length: 300 }, (_, n) => `  - option number ${n}`).join('\n');
    const page = await read('long-code.html', `<main><p>Options:</p><pre><code>${code}</code></pre></main>`);
    const parts = typeof page === 'string' ? [page] : page.passages.flat().filter((text) => text.startsWith('```'));
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.map((part) => part.replace(/^```\n|\n```$/g, '')).join('\n')).toBe(code);
    expect(parts.every((part) => part.length <= 2_000 && /^```\n.*\n```$/s.test(part))).toBe(true);
  });

  const rowsOf = async (table: string): Promise<readonly string[]> => {
    const page = await read('t.html', `<main><h1>Table</h1>${table}</main>`);
    return typeof page === 'string' ? [page] : page.passages.flatMap((passage) => passage.slice(1));
  };

  it.each([
    ['values alone', '<tr><td>Monday<td>9–17<tr><td>Tuesday<td>10–18', ['**Monday**: 9–17', '**Tuesday**: 10–18']],
    ['a name before each value', '<tr><th>Phone<td>123<tr><th>Fax<td>456', ['**Phone**: 123', '**Fax**: 456']],
    ['names above the values', '<tr><th>Size<th>Chest<tr><td>S<td>88', ['**S**: Chest 88']],
    ['bold names', '<tr><td><b>Size</b><td><b>Chest</b><tr><td>S<td>88', ['**S**: Chest 88']],
    ['rows that are never closed', '<tr><td>A<td>1<span><tr><td>B<td>2', ['**A**: 1', '**B**: 2']],
    ['a single row', '<tr><td>Shipping<td>4.90', ['**Shipping**: 4.90']],
    ['names alone', '<tr><th>Size<th>Chest', ['**Size**: Chest']],
    ['no value in a column', '<tr><th>Plan<th>Basic<th>Pro<tr><td>SSO<td><td>yes', ['**SSO**: Pro yes']],
    [
      'a cell over two rows',
      '<tr><th>To<th>By<th>Cost<tr><td rowspan=2>Norway<td>Post<td>5<tr><td>Courier<td>9',
      ['**Norway**: By Post, Cost 5', '**Norway**: By Courier, Cost 9'],
    ],
    [
      'a name over two columns',
      '<tr><th rowspan=2>Size<th colspan=2>Foot<tr><th>cm<th>inch<tr><td>S<td>25<td>10',
      ['**S**: Foot cm 25, Foot inch 10'],
    ],
  ])('of HTML says of a table with %s which values belong together', async (_what, rows, pieces) => {
    expect(await rowsOf(`<table>${rows}</table>`)).toEqual(pieces);
  });

  it('of HTML that is laid out by tables is read with its headings, its paragraphs and the tables within', async () => {
    const source =
      '<body><h1>Contact</h1><table><tr><td>Menu of the shop.<td><h2>Phone</h2><p>Call 123.</p>' +
      '<table><tr><td>Monday<td>9–17</table><p>Not on holidays.</p></table>';
    expect(await read('layout.html', source)).toMatchObject({
      passages: [
        ['', 'Menu of the shop.'],
        ['Phone', 'Call 123.', '**Monday**: 9–17', 'Not on holidays.'],
      ],
    });
    const cell = 'A sentence of the page. '.repeat(60).trim();
    const long = await rowsOf(`<table><tr><td>${cell}<td>${cell}</table>`);
    expect(long).toHaveLength(120);
  });

  it('of HTML is read with what is folded up, and without what is hidden', async () => {
    const source = '<p>Shown.</p><div hidden="until-found"><p>Folded.</p></div><div hidden><p>Hidden.</p></div>';
    expect(await read('hidden.html', source)).toMatchObject({ passages: [['', 'Shown.', 'Folded.']] });
  });

  it('of HTML is read where all of it is in one form, or its main part is empty', async () => {
    const inForm =
      '<body><form><nav>Menu</nav><h1>Returns</h1><p>Within 30 days.</p><label>Search</label><input></form>';
    expect(await read('form.html', inForm)).toMatchObject({ title: 'Returns', passages: [['', 'Within 30 days.']] });
    expect(await read('search.html', '<nav>Home</nav><form><h2>Search</h2>Words</form>')).toMatch(/no text/);
    const beside = '<main></main><div><p>We are open.</p></div><form><p>Write to us.</p></form>';
    expect(await read('beside.html', beside)).toMatchObject({ passages: [['', 'We are open.']] });
  });

  it('of PDF with four hundred full pages is read', { timeout: 60_000 }, async () => {
    const page = await read('m.pdf', manual(400, 60));
    const text = typeof page === 'string' ? page : page.passages.flatMap((passage) => passage.slice(1)).join(' ');
    expect(text.match(/Shelf \d+ is in hall B/g)).toHaveLength(400 * 60);
  });

  it.each([
    ['a paragraph', (n: number) => `Shelf ${n} is in the hall. `, ''],
    ['a list', (n: number) => `- Shelf ${n} is in the hall\n`, ''],
    ['a table', (n: number) => `| Shelf ${n} | hall |\n`, '| Shelf | Place |\n|---|---|\n'],
  ])('with %s that is longer than a passage has it in several, of which none is lost', async (_what, line, above) => {
    const page = await read('long.en.md', above + Array.from({ length: 400 }, (_, n) => line(n)).join(''));
    const passages = typeof page === 'string' ? [] : page.passages;
    expect(passages.length).toBeGreaterThan(4);
    expect(passages.every(([, ...pieces]) => pieces.join('').length < 2_500)).toBe(true);
    expect(passages.flatMap(([, ...pieces]) => pieces)).toHaveLength(400);
    if (above !== '') expect(passages.at(-1)?.at(-1)).toBe('**Shelf 399**: Place hall');
  });

  it('with words that no sentence ends has all of them', async () => {
    const words = Array.from({ length: 900 }, (_, n) => `word${n}`).join(' ');
    const page = await read('endless.en.md', `- ${words}`);
    const pieces = typeof page === 'string' ? [page] : page.passages.flatMap((passage) => passage.slice(1));
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.join(' ')).toBe(words);
  });
});

/** A PDF of so many pages with so many lines each. */
function manual(pages: number, lines: number): Uint8Array {
  const kids = Array.from({ length: pages }, (_, page) => `${4 + 2 * page} 0 R`).join(' ');
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`];
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>');
  for (let page = 0; page < pages; page++) {
    const text = Array.from({ length: lines }, (_, line) => {
      const number = String(page * lines + line).padStart(6, '0');
      return `(Shelf ${number} is in hall B, behind the door.) Tj T*`;
    }).join('\n');
    const stream = `BT /F1 9 Tf 11 TL 40 800 Td\n${text}\nET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * page} 0 R >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    );
  }
  const body = objects.map((each, i) => `${i + 1} 0 obj\n${each}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF\n`, 'latin1');
}
