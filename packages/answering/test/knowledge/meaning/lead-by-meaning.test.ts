/** What vectors say of an article, beside what its words do. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leadByMeaning } from '../../../dist/knowledge/search/ranking.js';

const NEAREST = [...'abcdef'];

describe('the lead of an article by meaning', () => {
  it('is nothing without vectors', () => {
    expect(leadByMeaning('a', new Map())).toBe(0);
  });

  it('is whole for an article that is far ahead of the others, and for one without others', () => {
    const nearness = new Map([
      ['a', 4.2],
      ['b', 2.9],
    ]);
    expect(leadByMeaning('a', nearness)).toBe(1);
    expect(leadByMeaning('a', new Map([['a', 0.1]]))).toBe(1);
  });

  it('counts half when another article is ahead, also for one that is not among the nearest', () => {
    const nearness = new Map([
      ['a', 4.2],
      ['b', 2.9],
    ]);
    expect(leadByMeaning('b', nearness)).toBe(-0.5);
    expect(leadByMeaning('c', nearness)).toBe(-0.5);
  });

  it('is small where the model finds two articles alike', () => {
    const nearness = new Map([
      ['a', 3.1],
      ['b', 3],
    ]);
    expect(leadByMeaning('a', nearness)).toBeCloseTo(0.1);
    expect(leadByMeaning('b', nearness)).toBeCloseTo(-0.05);
  });

  it('is between -0.5 and 1, and above 0 for one article at most', () => {
    const some = fc.array(fc.tuple(fc.constantFrom(...NEAREST), fc.double({ min: -9, max: 9, noNaN: true })));
    fc.assert(
      fc.property(some, (given) => {
        const nearness = new Map(given);
        const leads = NEAREST.map((file) => leadByMeaning(file, nearness));
        for (const lead of leads) {
          expect(lead).toBeGreaterThanOrEqual(-0.5);
          expect(lead).toBeLessThanOrEqual(1);
        }
        expect(leads.filter((lead) => lead > 0).length).toBeLessThanOrEqual(1);
      }),
    );
  });
});
