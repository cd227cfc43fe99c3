/** Parts of messages: the guard that screens read them with, held against the schema of the server's doors. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PART_LIMITS, type Part } from '../src/parts/part.js';
import { readParts } from '../src/parts/read-parts.js';
import { partSchema, partsSchema } from '../src/schema/parts.js';

const words = fc.string({ minLength: 1, maxLength: 70 });
const link = fc.record({ label: words, url: words });
const nearlyPart = fc.oneof(
  fc.record(
    {
      type: fc.constantFrom('quick-replies', 'poll', 'constructor'),
      replies: fc.array(fc.record({ label: words, text: words }, { requiredKeys: ['label'] }), { maxLength: 10 }),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    { type: fc.constant('card'), title: words, text: words, links: fc.array(link, { maxLength: 5 }) },
    { requiredKeys: ['type'] },
  ),
  fc.anything(),
);

describe('a part', () => {
  it('is shown exactly when the server would let it in', () => {
    fc.assert(
      fc.property(nearlyPart, (part) => {
        let travelled: unknown;
        try {
          travelled = JSON.parse(JSON.stringify([part]));
        } catch {
          return;
        }
        const wanted = partSchema.safeParse((travelled as unknown[])[0]).success;
        expect(readParts(JSON.stringify(travelled))).toHaveLength(wanted ? 1 : 0);
      }),
      { numRuns: 2_000 },
    );
  });

  it('that nobody knows is left out, and the others are shown', () => {
    const card: Part = { type: 'card', title: 'Trail boots' };
    const newer = { ...card, badge: 'new' };
    expect(readParts(JSON.stringify([{ type: 'poll' }, card, newer, null, 7]))).toEqual([card, newer]);
  });

  it('is never an exception, whatever arrives', () => {
    for (const text of ['', 'null', '{}', '[', '"card"', '[[]]', '[{"type":"__proto__"}]'])
      expect(readParts(text)).toEqual([]);
    fc.assert(fc.property(fc.string(), (text) => void readParts(text)));
  });
});

describe('the parts of a message', () => {
  it.each<[string, unknown]>([
    ['none', []],
    ['too many', Array.from({ length: PART_LIMITS.parts + 1 }, () => ({ type: 'card', title: 'a' }))],
    ['an answer without words', [{ type: 'quick-replies', replies: [{ label: ' ' }] }]],
    ['no answers to choose from', [{ type: 'quick-replies', replies: [] }]],
    ['a field that the contract does not name', [{ type: 'card', title: 'a', html: '<b>' }]],
    ['a title that is no card’s', [{ type: 'card', title: 'x'.repeat(PART_LIMITS.cardTitle + 1) }]],
    ['a kind that nobody knows', [{ type: 'poll' }]],
  ])('are refused: %s', (_, parts) => expect(partsSchema.safeParse(parts).success).toBe(false));
});
