/** Parts of messages: the guard that screens read them with, held against the schema of the server's doors. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PART_LIMITS } from '../../src/limits.js';
import type { Part } from '../../src/message-parts/part.js';
import { readParts } from '../../src/message-parts/read-parts.js';
import { partSchema, partsSchema } from '../../src/schema/parts.js';

const words = fc.string({ minLength: 1, maxLength: 70 });
const address = fc.constantFrom(
  'https://shop.example/a',
  'mailto:a@shop.example',
  '',
  `https://a.example/${'a'.repeat(3e3)}`,
);
const link = fc.record({ label: words, url: address });
const fieldName = fc.constantFrom('name', 'mail', 'constructor', '2nd', 'size');
const limits = fc.constantFrom(-3, 0, 7.5, 1e13);
const field = fc.oneof(
  fc.record(
    {
      type: fc.constantFrom('text', 'email', 'multi-line', 'checkbox', 'password', '__proto__'),
      name: fieldName,
      label: fc.oneof(words, fc.constantFrom('Your password', 'Ihre PIN', 'カード番号')),
      hint: words,
      required: fc.boolean(),
      autofill: fc.constantFrom('name', 'cc-number'),
    },
    { requiredKeys: ['type', 'name', 'label'] },
  ),
  fc.record(
    { type: fc.constant('number'), name: fieldName, label: words, min: limits, max: limits },
    { requiredKeys: ['type', 'name', 'label'] },
  ),
  fc.record({
    type: fc.constant('choice'),
    name: fieldName,
    label: words,
    options: fc.array(fc.constantFrom('a', 'b', ' ', 'c'), { maxLength: 4 }),
  }),
);
const nearlyPart = fc.oneof(
  fc.record(
    { type: fc.constant('form'), title: words, text: words, fields: fc.array(field, { maxLength: 4 }) },
    { requiredKeys: ['type', 'title', 'fields'] },
  ),
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

const FORM = { type: 'form', title: 'Where to?', fields: [{ type: 'text', name: 'who', label: 'Your name' }] } as const;

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
        const wanted = partSchema.safeParse(known((travelled as unknown[])[0])).success;
        expect(readParts(JSON.stringify(travelled))).toHaveLength(wanted ? 1 : 0);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,<script>',
    'http://shop.example/',
    'https://user@shop.example/',
    'https://2130706433/',
    '/path',
  ])('never leads to %s: the server refuses the card, and a screen loses the link', (url) => {
    const card = { type: 'card', title: 'Trail boots', links: [{ label: 'x', url }] };
    expect(partSchema.safeParse(card).success).toBe(false);
    expect(readParts(JSON.stringify([card]))).toEqual([{ type: 'card', title: 'Trail boots' }]);
    const good = { label: 'y', url: 'https://shop.example/' };
    expect(readParts(JSON.stringify([{ ...card, links: [good, ...card.links] }]))).toEqual([
      { ...card, links: [good] },
    ]);
  });

  it('of an unknown kind is left out, and the others are shown', () => {
    const card: Part = { type: 'card', title: 'Trail boots' };
    const newer = { ...card, badge: 'new' };
    expect(readParts(JSON.stringify([{ type: 'poll' }, card, newer, null, 7]))).toEqual([card, newer]);
  });

  it('never causes an exception, for any input', () => {
    for (const text of ['', 'null', '{}', '[', '"card"', '[[]]', '[{"type":"__proto__"}]'])
      expect(readParts(text)).toEqual([]);
    fc.assert(fc.property(fc.string(), (text) => void readParts(text)));
  });
});

/** A screen lets fields pass that it doesn't know; the door names every one. */
function known(part: unknown): unknown {
  const { type, fields } = (part ?? {}) as { type?: unknown; fields?: unknown };
  if (type !== 'form' || !Array.isArray(fields)) return part;
  const without = fields.map((each: Record<string, unknown>) => {
    if (each.type === 'text') return each;
    const { autofill: _, ...rest } = each;
    return rest;
  });
  return { ...(part as object), fields: without };
}

describe('the parts of a message', () => {
  it.each<[string, unknown]>([
    ['none', []],
    ['too many', Array.from({ length: PART_LIMITS.parts + 1 }, () => ({ type: 'card', title: 'a' }))],
    ['an answer without words', [{ type: 'quick-replies', replies: [{ label: ' ' }] }]],
    ['no answers to choose from', [{ type: 'quick-replies', replies: [] }]],
    ['a field that the contract does not name', [{ type: 'card', title: 'a', html: '<b>' }]],
    ['a title that is no card’s', [{ type: 'card', title: 'x'.repeat(PART_LIMITS.cardTitle + 1) }]],
    ['an unknown kind', [{ type: 'poll' }]],
    ['two forms', [FORM, FORM]],
    ['a form without fields', [{ ...FORM, fields: [] }]],
    ['two fields of one name', [{ ...FORM, fields: [...FORM.fields, ...FORM.fields] }]],
    ['a field for a password', [{ ...FORM, fields: [{ type: 'password', name: 'p', label: 'Password' }] }]],
    [
      'a field that asks for one in words',
      [{ ...FORM, fields: [{ type: 'text', name: 'p', label: 'Your pass word' }] }],
    ],
    ['a card to be filled in by the browser', [{ ...FORM, fields: [{ ...FORM.fields[0], autofill: 'cc-number' }] }]],
    ['an answer, which only the server makes', [{ type: 'form-answer', form: 1, title: 'a', answers: [] }]],
  ])('are refused: %s', (_, parts) => expect(partsSchema.safeParse(parts).success).toBe(false));
});
