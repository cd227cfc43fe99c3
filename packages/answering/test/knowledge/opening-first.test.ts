/** Which passage of an article is quoted when several speak of what was asked. */
import { describe, expect, it } from 'vitest';
import { openingFirst } from '../../dist/knowledge/search/opening-first.js';
import type { ScoredPassage } from '../../dist/knowledge/search/score-passage.js';

const found = (id: string, rank: number): ScoredPassage => ({
  id,
  documentId: id.split('#')[0] as string,
  title: '',
  url: null,
  heading: '',
  pieces: [],
  opens: id.endsWith('#0'),
  hash: id,
  listed: false,
  coverage: rank / 20,
  rank,
  score: 0,
});
const order = (...all: readonly ScoredPassage[]) => openingFirst(all).map(({ id }) => id);

describe('of the best article', () => {
  it('what it begins with is quoted, unless another passage is clearly better', () => {
    expect(order(found('shipping#3', 12), found('shipping#0', 11))).toEqual(['shipping#0', 'shipping#3']);
    expect(order(found('shipping#3', 12), found('shipping#0', 10))).toEqual(['shipping#3', 'shipping#0']);
  });

  it('what lists the question is quoted, however near the beginning is that doesn’t', () => {
    const section = { ...found('shipping#3', 12), listed: true };
    expect(openingFirst([section, found('shipping#0', 11)])).toEqual([section, found('shipping#0', 11)]);
    const both = openingFirst([section, { ...found('shipping#0', 11), listed: true }]);
    expect(both.map(({ id }) => id)).toEqual(['shipping#0', 'shipping#3']);
  });

  it('the beginning goes before the passages of others that had more than it', () => {
    expect(order(found('shipping#3', 12), found('returns#0', 11.5), found('shipping#0', 11))).toEqual([
      'shipping#0',
      'shipping#3',
      'returns#0',
    ]);
  });

  it('it is as sure that there is an answer as before', () => {
    const [first] = openingFirst([found('shipping#3', 12), found('shipping#0', 11)]);
    expect(first).toMatchObject({ id: 'shipping#0', coverage: 0.6, rank: 12 });
  });

  it('nothing changes where it begins with the best, or there is nothing', () => {
    expect(order(found('shipping#0', 12), found('shipping#3', 12))).toEqual(['shipping#0', 'shipping#3']);
    expect(order()).toEqual([]);
  });
});
