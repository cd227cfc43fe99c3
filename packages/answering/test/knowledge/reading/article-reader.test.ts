/** Ordinary and hostile files: each is read or rejected with a reason, and none blocks the next. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { booklet } from '../../../../../demo/shop/make-booklet.mjs';
import { LONG } from '../../../../../test/support/runs/results.js';
import { type ArticleReader, createArticleReader } from '../../../dist/knowledge/reading/article-reader.js';

const MIB = 2 ** 20;
const MEMORY = 300 * MIB;
/** What a decompression bomb unpacks to. */
const UNPACKED = LONG ? 1_500 * MIB : 1.5 * MEMORY;

let folder: string;
let reader: ArticleReader;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'service-reading-'));
  reader = createArticleReader({ time: 5_000, memory: MEMORY });
});
afterAll(async () => {
  await reader.close();
  rmSync(folder, { recursive: true });
});

async function read(file: string, content: string | Uint8Array, about = '') {
  const path = join(folder, file);
  writeFileSync(path, content);
  const reading = await reader.read({ kind: 'article', file, content: { path }, about });
  if (!reading.ok) return reading.problem;
  const { passages, problems: _, ...rest } = reading.article;
  return { ...rest, passages: passages.map(({ heading, pieces }) => [heading, ...pieces.map(({ text }) => text)]) };
}

/** A PDF whose only stream is `stream`, packed twice. */
function packedPdf(stream: Uint8Array): Uint8Array {
  const packed = deflateSync(deflateSync(stream));
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << >> /Contents 4 0 R >>',
    `<< /Length ${packed.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n${packed.toString('latin1')}\nendstream`,
  ];
  const body = objects.map((each, i) => `${i + 1} 0 obj\n${each}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<< /Size 5 /Root 1 0 R >>\n%%EOF\n`, 'latin1');
}

describe('a file', () => {
  it('of Markdown is read with its front matter, headings, lists and tables', async () => {
    const source =
      '---\ntitle: "Sizes"\nurl: https://x.example\nlang: de-AT\n---\n\nFirst. Second.\n\n## More\n\n- one\n- two\n\n| A | B |\n|---|---|\n| x | 1 |\n';
    expect(await read('a.md', source)).toEqual({
      title: 'Sizes',
      url: 'https://x.example',
      language: 'de',
      passages: [
        ['', 'First.', 'Second.'],
        ['More', 'one', 'two', '**x**: B 1'],
      ],
    });
  });

  it('of HTML is read where its content is, without menus, scripts and what is hidden', async () => {
    const source =
      '<html lang="fr"><head><title>Site</title><link rel="canonical" href="https://x.example/a"></head><body><nav>Menu</nav>' +
      '<main><h1>Aide &amp; retours</h1><p>Une <b>phrase</b>.<script>evil()</script><p hidden>Non.<h2>Étapes</h2><ol><li><p>Un</p><li>Deux</ol></main><footer>Pied</footer>';
    expect(await read('a.html', source)).toEqual({
      title: 'Aide & retours',
      url: 'https://x.example/a',
      language: 'fr',
      passages: [
        ['', 'Une **phrase**.'],
        ['Étapes', 'Un', 'Deux'],
      ],
    });
  });

  it('of plain text has its headings in capitals', async () => {
    expect(await read('a.txt', 'title: Opening\n\nWe are open.\n\nCHRISTMAS\n\nWe are closed.\n')).toMatchObject({
      title: 'Opening',
      passages: [
        ['', 'We are open.'],
        ['CHRISTMAS', 'We are closed.'],
      ],
    });
  });

  it('of PDF is read by the size of its letters, and has its address from the file beside it', async () => {
    expect(await read('a.pdf', booklet(), 'url: https://x.example/a.pdf')).toMatchObject({
      title: 'Fjell: the booklet in the box',
      url: 'https://x.example/a.pdf',
      language: 'en',
      passages: expect.arrayContaining([
        [
          'When to have them resoled',
          'Have a new sole put on when the tread is less than 2 mm deep, for most people after 1,000 to 1,200 km.',
          'Come before the midsole shows: after that a boot can be resoled only once more.',
          'A pair can be resoled three times.',
        ],
      ]),
    });
  });

  it('has a title of at most 200 characters, which ends behind a whole word', async () => {
    const { title } = (await read('long.md', `# ${'May owners lease it to travellers? '.repeat(8)}\n\nYes.`)) as {
      title: string;
    };
    expect(title.length).toBeLessThanOrEqual(200);
    expect(title).toMatch(/lease it to…$/);
  });

  it('has the language of its name, else of its words', async () => {
    expect(await read('b.sv.md', 'Hej.')).toMatchObject({ language: 'sv' });
    expect(await read('c.md', 'Wir liefern das Paket in den Laden, und du kannst es dort abholen.')).toMatchObject({
      language: 'de',
    });
    expect(await read('d.md', '返品は三十日以内にできます。靴はきれいでなければなりません。')).toMatchObject({
      language: 'ja',
      passages: [['', '返品は三十日以内にできます。', '靴はきれいでなければなりません。']],
    });
  });

  it.each([
    ['empty', 'e.md', '\n\n', /no text/],
    ['not UTF-8', 'l.md', Buffer.from('caf\xe9', 'latin1'), /UTF-8/],
    ['no PDF', 'n.pdf', 'hello', /not a PDF/],
    ['cut-off PDF', 'h.pdf', booklet().subarray(0, 400), /./],
    ['locked PDF', 'k.pdf', lockedPdf(), /password|not a PDF/],
    ['too large', 'x.md', 'a'.repeat(2 ** 21 + 1), /larger than 2 MiB/],
    ['nested a hundred thousand deep', 'deep.html', '<div>'.repeat(100_000), /nested more than/],
    ['of ten thousand headings', 'many.md', '# a\n\nb\n\n'.repeat(10_000), /at most 2000/],
  ])('that is %s is named with a reason', async (_what, file, content, reason) => {
    expect(await read(file, content)).toMatch(reason);
  });

  it('that unpacks to more than the memory it may take is rejected, and the next one is read', {
    timeout: 60_000,
  }, async () => {
    const bomb = packedPdf(Buffer.alloc(UNPACKED, ' '));
    expect(await read('bomb.pdf', bomb)).toMatch(/too much memory|longer than|no text|can't be read/);
    expect(await read('after.md', 'We are here.')).toMatchObject({ passages: [['', 'We are here.']] });
  });

  it('that takes too long is rejected, and the next one is read', { timeout: 60_000 }, async () => {
    const quick = createArticleReader({ time: 1, memory: MEMORY });
    const path = join(folder, 'slow.pdf');
    writeFileSync(path, booklet());
    expect(await quick.read({ kind: 'article', file: 'slow.pdf', content: { path }, about: '' })).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/took longer/),
    });
    await quick.close();
  });

  it.each([
    ['before the next one is asked for', true],
    ['while the next one is read', false],
  ])('after which the thread fails by itself %s costs only the thread', async (_when, waits) => {
    const threads: Worker[] = [];
    const keep = (thread: Worker): unknown => threads.push(thread);
    process.on('worker', keep);
    const own = createArticleReader();
    const path = join(folder, 'twice.md');
    writeFileSync(path, 'We are here.');
    const request = { kind: 'article', file: 'twice.md', content: { path }, about: '' } as const;
    expect(await own.read(request)).toMatchObject({ ok: true });
    const [thread] = threads;
    const ended = new Promise((resolve) => thread?.once('exit', resolve));
    // As a library does that fails over a file it has already given back.
    thread?.postMessage(null);
    if (waits) await ended;
    expect(await own.read(request)).toMatchObject({ ok: true });
    expect(threads).toHaveLength(2);
    process.off('worker', keep);
    await own.close();
  });
});

function lockedPdf(): Uint8Array {
  const pdf = Buffer.from(booklet()).toString('latin1');
  const lock = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> /P -44 >> /ID [<00><00>]`;
  return Buffer.from(pdf.replace('/Root 1 0 R', `/Root 1 0 R ${lock}`), 'latin1');
}
