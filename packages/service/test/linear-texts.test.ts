/**
 * S3: what a text costs grows as the text does. Eight times the text may cost at most twelve times the steps, up to the longest
 * text that a rule can get: 8,000 characters of a visitor, 32,000 of an answer. Steps are counted, not timed.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countSteps, type StepCounter } from '../../../test/support/wire/counted-steps.js';
import { PIECES, slowTexts, textOf } from '../../../test/support/wire/slow-texts.js';
import { TEXT_RULES, type TextRule } from '../../../test/support/wire/text-rules.js';

const TIMES = 8;
const MOST_TIMES = 12;
const LONG = process.env.LONG === '1';

let counter: StepCounter;
beforeAll(async () => {
  counter = await countSteps();
});
afterAll(() => counter.stop());

/**
 * How much more the long texts cost. Less than a step for each character counts as one: what the test's own machinery does
 * meanwhile would show in it.
 */
async function growth({ rule }: TextRule, short: readonly string[], long: readonly string[]): Promise<number> {
  const steps = (texts: readonly string[]) =>
    counter.stepsOf(async () => {
      for (const text of texts) {
        try {
          await rule(text);
        } catch {}
      }
    });
  const characters = short.reduce((sum, { length }) => sum + length, 0);
  return (await steps(long)) / Math.max(await steps(short), characters);
}

describe('S3: eight times the text costs at most twelve times the steps', () => {
  it.each(TEXT_RULES)('$name, of texts that make rules look again and again', async (rule) => {
    const [short, long] = [slowTexts(rule.longest / TIMES), slowTexts(rule.longest)];
    // Together first: what grows with the square outweighs all others. One by one only to say which.
    const pairs = LONG ? long.map((text, at) => [[short[at] as string], [text]] as const) : [[short, long] as const];
    for (const [few, many] of pairs) expect(await growth(rule, few, many)).toBeLessThanOrEqual(MOST_TIMES);
  });

  it('whatever the texts are made of', async () => {
    const piece = fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }));
    const pieces = fc.array(piece, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...TEXT_RULES), pieces, piece, async (rule, parts, end) => {
        const of = (length: number) => [`${textOf(parts, length - end.length)}${end}`];
        const [short, long] = [of(rule.longest / TIMES), of(rule.longest)];
        expect(await growth(rule, short, long)).toBeLessThanOrEqual(MOST_TIMES);
      }),
      { numRuns: LONG ? 2_000 : 20 },
    );
  });
});
