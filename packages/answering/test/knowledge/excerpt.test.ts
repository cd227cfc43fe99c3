/** What an answer quotes: whole sentences and steps around the decisive one, with links to sections and to the nearest articles. */
import { describe, expect, it } from 'vitest';
import { excerptOf, extractAnswer, nearest, titleLines } from '../../dist/knowledge/answer/excerpt.js';
import { linkToSection } from '../../dist/knowledge/answer/section-link.js';
import type { Piece } from '../../dist/knowledge/reading/article.js';
import type { Findings, ScoredPassage } from '../../dist/knowledge/search/knowledge-base.js';

const sentence = (text: string, block: number): Piece => ({ text, kind: 'sentence', marker: '', block });
const item = (text: string, block: number, marker = '-'): Piece => ({ text, kind: 'item', marker, block });
const filler = (words: number, block: number): Piece => sentence(`${'word '.repeat(words - 1)}end.`, block);
const about = (word: string) => ({
  relevanceOf: (text: string) => (text.includes(word) ? 1 : 0),
  goesOn: (text: string) => text.startsWith('However'),
});
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

  it('begins with what its first sentence goes on from', () => {
    const reason = sentence('The zoo opens each day.', 2);
    const decisive = sentence('However, the zebra sleeps until noon in winter, and so you had better come late.', 2);
    const chosen = excerptOf([filler(85, 1), filler(88, 2), reason, decisive, filler(89, 3)], about('zebra'));
    expect(chosen).toEqual([reason, decisive]);
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

  it('has as much of a long list as an answer may have, around the item that was asked for', () => {
    const things = Array.from({ length: 30 }, (_, i) =>
      item(`thing ${i}${i === 12 ? ' the zebra' : ''} for the long way`, 2),
    );
    const chosen = excerptOf([sentence('You need:', 1), ...things], about('zebra'));
    expect(chosen).toEqual(things.filter((each) => chosen.includes(each)));
    expect(chosen.some(({ text }) => text.includes('zebra'))).toBe(true);
    expect(chosen.length).toBeGreaterThan(10);
    expect(wordsIn(chosen)).toBeLessThanOrEqual(140);
  });
});

describe('a quote', () => {
  const answerWith = (pieces: readonly Piece[], over: Partial<ScoredPassage> = {}, language = 'en'): string => {
    const passage = { documentId: 'returns', title: 'Do you take worn *shoes* back?', url: null, heading: '', ...over };
    const found = [{ id: '1', pieces, sureness: 1, evidence: null, rank: 1, ...passage }];
    return extractAnswer([{ language, concepts: [], found, isLeftToPeople: false }]).text;
  };
  const answerTo = (text: string, over: Partial<ScoredPassage> = {}, language = 'en'): string =>
    answerWith([sentence(text, 1)], over, language);
  /** Only how much the title is like the question counts here. */
  const alike = (name: number): ScoredPassage['evidence'] => ({
    ...{ cover: 1, together: 1, nameAsked: 1, gap: 1, length: 1, size: 1, meaning: 0 },
    name,
  });

  it.each([
    ['en', 'No. Only shoes that were not worn outside.'],
    ['en', 'No, only shoes that were not worn.'],
    ['en', 'Yes – within a month.'],
    ['en', 'They must be clean.'],
    ['de', 'Nein. Nur ungetragene.'],
    ['ja', 'いいえ。未使用のものに限ります。'],
  ])('that refers to its title has it above: in %s', (language, text) => {
    expect(answerTo(text, {}, language)).toBe(`**Do you take worn \\*shoes\\* back?**\n\n${text}\u00a0[1]`);
  });

  it('has a title above that asks something else than the visitor', () => {
    const text = 'Shoes can be returned.';
    expect(answerTo(text, { evidence: alike(0.4) })).toBe(`**Do you take worn \\*shoes\\* back?**\n\n${text}\u00a0[1]`);
    expect(answerTo(text, { evidence: alike(0.9) })).toBe(`${text}\u00a0[1]`);
    expect(answerTo(text, { evidence: alike(0.4), title: 'Returns' })).toBe(`${text}\u00a0[1]`);
  });

  it('says where a list goes on', () => {
    const things = Array.from({ length: 80 }, (_, i) =>
      item(`thing ${i}${i === 40 ? ' shoes' : ''} for the long way`, 1),
    );
    const shoes = { wordings: [['shoe']], weight: 1, known: true };
    const found = [{ ...{ id: '1', documentId: 'list', title: 'Things', url: null, heading: '' }, pieces: things }].map(
      (each): ScoredPassage => ({ ...each, sureness: 1, evidence: null, rank: 1 }),
    );
    const { text } = extractAnswer([{ language: 'en', concepts: [shoes], found, isLeftToPeople: false }]);
    expect(text).toMatch(/^- …\n- thing \d+/);
    expect(text).toMatch(/\n- …\u00a0\[1\]$/);
    expect(answerWith([item('one thing', 1), item('another', 1)])).toBe('- one thing\n- another\u00a0[1]');
  });

  it('has its number on a line of its own behind a block of code, whose last line ends the code', () => {
    const code = sentence('```\nport: 80\n```', 2);
    expect(answerWith([sentence('Write:', 1), code])).toBe('Write:\n\n```\nport: 80\n```\n\n[1]');
    expect(answerWith([code, sentence('Done.', 3)])).toBe('```\nport: 80\n```\n\nDone.\u00a0[1]');
  });

  it('has the heading of its section above, where there is one', () => {
    expect(answerTo('Yes.', { heading: 'Boots' })).toMatch(/^\*\*Boots\*\*\n\nYes\./);
  });

  it.each([
    'Norwegian shops take them.',
    'Norway is included.',
    'No shoes are taken back.',
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
