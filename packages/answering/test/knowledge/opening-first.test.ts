/** Which passage of an article is quoted when several match the question. */
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

describe('the quoted passage of the best article', () => {
  it('is its first one, unless another is clearly better', () => {
    expect(order(found('shipping#3', 12), found('shipping#0', 11))).toEqual(['shipping#0', 'shipping#3']);
    expect(order(found('shipping#3', 12), found('shipping#0', 10))).toEqual(['shipping#3', 'shipping#0']);
  });

  it('is the one that lists the question, however good the first one is', () => {
    const section = { ...found('shipping#3', 12), listed: true };
    expect(openingFirst([section, found('shipping#0', 11)])).toEqual([section, found('shipping#0', 11)]);
    const both = openingFirst([section, { ...found('shipping#0', 11), listed: true }]);
    expect(both.map(({ id }) => id)).toEqual(['shipping#0', 'shipping#3']);
  });

  it('comes before better passages of other articles', () => {
    expect(order(found('shipping#3', 12), found('returns#0', 11.5), found('shipping#0', 11))).toEqual([
      'shipping#0',
      'shipping#3',
      'returns#0',
    ]);
  });

  it('has the coverage of the best one', () => {
    const [first] = openingFirst([found('shipping#3', 12), found('shipping#0', 11)]);
    expect(first).toMatchObject({ id: 'shipping#0', coverage: 0.6, rank: 12 });
  });

  it('does not change when the first one is the best, or when there is none', () => {
    expect(order(found('shipping#0', 12), found('shipping#3', 12))).toEqual(['shipping#0', 'shipping#3']);
    expect(order()).toEqual([]);
  });
});
