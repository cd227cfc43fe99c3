/** What an answer quotes: whole sentences and steps around the decisive one, with links to sections and to the nearest articles. */
import { describe, expect, it } from 'vitest';
import { excerptOf, extractAnswer, nearest, titleLines } from '../../dist/knowledge/answer/excerpt.js';
import { linkToSection } from '../../dist/knowledge/answer/section-link.js';
import type { Piece } from '../../dist/knowledge/reading/article.js';
import type { Findings, ScoredPassage } from '../../dist/knowledge/search/knowledge-base.js';

const sentence = (text: string, block: number): Piece => ({ text, kind: 'sentence', marker: '', block });
const item = (text: string, block: number, marker = '-'): Piece => ({ text, kind: 'item', marker, block });
const filler = (words: number, block: number): Piece => sentence(`${'word '.repeat(words - 1)}end.`, block);
const about = (word: string) => (text: string) => (text.includes(word) ? 1 : 0);
const wordsIn = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);

describe('an excerpt', () => {
  it('is the whole passage when that is short', () => {
    const pieces = [sentence('Yes.', 1), filler(40, 1), filler(30, 2)];
    expect(excerptOf(pieces, about('end'))).toEqual(pieces);
  });

  it('has the decisive sentence and at most 90 words of a long passage', () => {
    const pieces = [
      filler(60, 1),
      filler(60, 2),
      sentence('The zebra is free of charge.', 3),
      filler(50, 3),
      filler(60, 4),
    ];
    const chosen = excerptOf(pieces, about('zebra'));
    expect(chosen.map(({ text }) => text).join(' ')).toContain('zebra');
    expect(wordsIn(chosen)).toBeLessThanOrEqual(90);
    expect(wordsIn(chosen)).toBeGreaterThanOrEqual(12);
  });

  it('has all steps, and the line that introduces them', () => {
    const steps = [1, 2, 3, 4].map((i) => item(`Step ${i} with the zebra and some more words`, 3, `${i}.`));
    const pieces = [filler(80, 1), sentence('Do this:', 2), ...steps, filler(80, 4)];
    expect(excerptOf(pieces, about('Step 2'))).toEqual([pieces[1], ...steps]);
  });

  it('never ends in a colon', () => {
    const pieces = [
      filler(85, 1),
      sentence('You need:', 2),
      ...Array.from({ length: 30 }, (_, i) => item(`thing ${i} for the journey of many words`, 3)),
    ];
    expect(excerptOf(pieces, about('end')).at(-1)?.text).not.toMatch(/:$/);
    expect(excerptOf(pieces, about('You need')).at(-1)?.text).not.toMatch(/:$/);
    expect(excerptOf([sentence('Good.', 1), sentence('See also:', 2)], about('Good')).map(({ text }) => text)).toEqual([
      'Good.',
    ]);
  });
});

describe('a quote', () => {
  const answerTo = (text: string, over: Partial<ScoredPassage> = {}, language = 'en'): string => {
    const passage = { documentId: 'returns', title: 'Do you take worn *shoes* back?', url: null, heading: '', ...over };
    const found = [{ ...passage, id: '1', pieces: [sentence(text, 1)], sureness: 1, evidence: null, rank: 1 }];
    return extractAnswer([{ language, concepts: [], found, isLeftToPeople: false }]).text;
  };

  it.each([
    ['en', 'No. Only shoes that were not worn outside.'],
    ['en', 'They must be clean.'],
    ['de', 'Nein. Nur ungetragene.'],
    ['ja', 'いいえ。未使用のものに限ります。'],
  ])('that refers to its title has it above: in %s', (language, text) => {
    expect(answerTo(text, {}, language)).toBe(`**Do you take worn \\*shoes\\* back?**\n\n${text}\u00a0[1]`);
  });

  it('has the heading of its section above, where there is one', () => {
    expect(answerTo('Yes.', { heading: 'Boots' })).toMatch(/^\*\*Boots\*\*\n\nYes\./);
  });

  it.each([
    'Norwegian shops take them.',
    'No, only shoes that were not worn.',
    'Norway is included.',
    'Its page says when.',
    'Shoes can be returned.',
  ])('that is clear by itself has no title above: %s', (text) => {
    expect(answerTo(text)).toBe(`${text}\u00a0[1]`);
  });
});

describe('a link to a source', () => {
  it('leads to its section', () => {
    expect(linkToSection('https://x.example/help', 'Two-year warranty')).toBe(
      'https://x.example/help#:~:text=Two%2Dyear%20warranty',
    );
  });
  it('stays as it is where it names a place already, or there is no section', () => {
    expect(linkToSection('https://x.example/help#a', 'Price')).toBe('https://x.example/help#a');
    expect(linkToSection('https://x.example/help', '')).toBe('https://x.example/help');
  });
});

describe('the nearest articles', () => {
  const passage = (documentId: string, url: string | null, rank = 1): ScoredPassage => ({
    id: documentId,
    documentId,
    title: `About [${documentId}]`,
    url,
    heading: '',
    pieces: [sentence('Text.', 1)],
    sureness: 0.5,
    evidence: null,
    rank,
  });
  const findings = (...found: readonly ScoredPassage[]): Findings => ({
    language: 'en',
    concepts: [],
    isLeftToPeople: false,
    found,
  });

  it('are three others, each once, as links where they have an address', () => {
    const all = findings(
      ...['a', 'b', 'b', 'c', 'd', 'e'].map((id) => passage(id, id === 'b' ? 'https://x.example/b' : null)),
    );
    const cited = [{ number: 1, documentId: 'a', title: 'A', quote: '' }];
    const others = nearest([all], cited, 3);
    expect(others.map(({ number, documentId }) => `${number} ${documentId}`)).toEqual(['2 b', '3 c', '4 d']);
    expect(titleLines(others).split('\n')).toEqual([
      '- [About \\[b\\]](<https://x.example/b>)\u00a0[2]',
      '- About \\[c\\]\u00a0[3]',
      '- About \\[d\\]\u00a0[4]',
    ]);
  });

  it('are fewer where the others share hardly a word with the question', () => {
    const all = findings(passage('a', null, 2), passage('b', null, 0.6), passage('c', null, 0.4));
    expect(nearest([all], [], 3).map(({ documentId }) => documentId)).toEqual(['a', 'b']);
  });
});
