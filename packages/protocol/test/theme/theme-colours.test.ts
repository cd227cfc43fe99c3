/** The colours that a site gives: used as given, and repaired where a text could not be read. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLACK, parseColour, type Rgb, toHex, WHITE } from '../../src/theme/colours/colour.js';
import { readColourName } from '../../src/theme/colours/colour-names.js';
import { ensureContrast, TEXT_CONTRAST } from '../../src/theme/colours/contrast.js';
import { resolveTheme } from '../../src/theme/resolve-theme.js';
import { usableColour } from './any-theme.js';
import { SCHEMES, worst } from './written-theme.js';

describe('colours a site gives', () => {
  it.each(SCHEMES)('background and fills stay exactly as given in %s, also when they are ugly', (scheme) => {
    fc.assert(
      fc.property(
        fc.constantFrom('#ffffff', '#000000', '#777777', '#ff00ff', '#123456'),
        usableColour,
        (background, primary) => {
          const { tokens, changes } = resolveTheme({ backgroundColor: background, primaryColor: primary }, scheme);
          const under = parseColour(background, WHITE) ?? BLACK;
          expect(tokens.background).toBe(background);
          expect(tokens.primary).toBe(toHex(parseColour(primary, under, readColourName) ?? BLACK));
          expect(tokens.userBubble).toBe(tokens.primary);
          expect(changes).toEqual([]);
        },
      ),
    );
  });

  it('a white background stays white in the dark scheme, and everything derived follows it', () => {
    const { tokens } = resolveTheme({ backgroundColor: '#fff' }, 'dark');
    expect(tokens).toEqual(resolveTheme({ backgroundColor: '#fff' }, 'light').tokens);
    expect(tokens).toMatchObject({ scheme: 'light', background: '#ffffff' });
  });

  it('a text that can’t be read moves just far enough, keeps its hue, and is reported', () => {
    const { tokens, changes } = resolveTheme({ backgroundColor: '#ffffff', textColor: '#7fb2ff' }, 'light');
    expect(changes).toEqual([{ field: 'textColor', from: '#7fb2ff', to: tokens.text, why: 'contrast' }]);
    const [r, g, b] = parseColour(tokens.text, WHITE) ?? BLACK;
    expect(b).toBeGreaterThan(g);
    expect(g).toBeGreaterThan(r);
    const page = [tokens.background, tokens.surface, tokens.agentBubble].map((hex) => parseColour(hex, WHITE) ?? BLACK);
    expect(worst([r, g, b], page)).toBeLessThan(TEXT_CONTRAST + 0.1);
  });

  it('a bubble’s text is judged on the bubble, and repaired only when it fails there', () => {
    const fails = resolveTheme({ userBubbleColor: '#ffe000', userBubbleTextColor: '#ffffff' }, 'light');
    expect(fails.changes).toMatchObject([{ field: 'userBubbleTextColor', from: '#ffffff', why: 'contrast' }]);
    const passes = resolveTheme({ userBubbleColor: '#ffe000', userBubbleTextColor: '#222222' }, 'light');
    expect(passes.tokens.onUserBubble).toBe('#222222');
    expect(passes.changes).toEqual([]);
  });

  it('a colour that is not opaque is laid over the background', () => {
    const { tokens } = resolveTheme({ backgroundColor: '#ffffff', primaryColor: '#ff000080' }, 'light');
    expect(tokens.primary).toBe('#ff7f7f');
    expect(resolveTheme({ backgroundColor: '#00000000' }, 'light').tokens.background).toBe('#ffffff');
  });

  it('both reasons are reported when a value was stripped and then moved for contrast', () => {
    const { tokens, changes } = resolveTheme({ backgroundColor: '#ffffff', textColor: '#eee;' }, 'light');
    expect(changes).toEqual([
      { field: 'textColor', from: '#eee;', to: '#eeeeee', why: 'stripped' },
      { field: 'textColor', from: '#eee;', to: tokens.text, why: 'contrast' },
    ]);
  });

  it.each([
    ['#abc', '#aabbcc'],
    ['#ABCDEF', '#abcdef'],
    [' #abcdef ', '#abcdef'],
    ['rgb(1, 2, 3)', '#010203'],
    ['rgb(1 2 3)', '#010203'],
    ['rgb(100%, 50%, 0%)', '#ff8000'],
    ['rgb(300, -5, 1.6)', '#ff0002'],
    ['hsl(120, 100%, 25%)', '#008000'],
    ['hsl(-240deg 100% 25%)', '#008000'],
    ['hsl(480 100 25)', '#008000'],
    ['rgba(0, 0, 0, 0.5)', '#808080'],
    ['rgb(0 0 0 / 50%)', '#808080'],
    ['Navy', '#000080'],
    ['tomato', '#ff6347'],
    ['RebeccaPurple', '#663399'],
    ['lightgoldenrodyellow', '#fafad2'],
    ['darkslategrey', '#2f4f4f'],
    ['oklch(0 0 0)', '#000000'],
    ['oklch(1 0 0)', '#ffffff'],
    ['oklch(62.3% 0.214 259.815)', '#2b7fff'],
    ['oklch(63.7% 0.237 25.331deg)', '#fb2c36'],
    ['oklch(0.723 0.219 149.579)', '#00c950'],
    ['oklch(0.205 0 none)', '#171717'],
    ['oklch(50% 25% 270)', '#4d5f9c'],
    ['oklch(1 0 0 / 10%)', '#ffffff'],
    ['oklch(0 0 0 / 50%)', '#808080'],
    ['OKLCH(0.9 9 120)', toHex(parseColour('oklch(0.9 0.4 120)', WHITE) ?? BLACK)],
    ['hsl(none 0% 50%)', '#808080'],
  ])('%s means %s', (text, hex) => {
    expect(toHex(parseColour(text, WHITE, readColourName) ?? [1, 1, 1])).toBe(hex);
  });
});

describe('the repair of a colour', () => {
  const rgb = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255));

  it('reaches 4.5:1 on every single background, and leaves what is fine alone', () => {
    fc.assert(
      fc.property(rgb, rgb, (colour, background) => {
        const repaired = ensureContrast(colour, [background], TEXT_CONTRAST);
        expect(worst(repaired, [background])).toBeGreaterThanOrEqual(TEXT_CONTRAST);
        if (worst(colour, [background]) >= TEXT_CONTRAST) expect(repaired).toBe(colour);
      }),
      { numRuns: 5_000 },
    );
  });

  it('goes the shorter way: a dark text becomes darker, a light one lighter, where both would do', () => {
    const grey: Rgb = [117, 117, 117];
    expect(ensureContrast([50, 50, 50], [grey], TEXT_CONTRAST)[0]).toBeLessThan(50);
    expect(ensureContrast([200, 200, 200], [grey], TEXT_CONTRAST)[0]).toBeGreaterThan(200);
  });

  it('gives the better of black and white where no colour can do it', () => {
    expect(ensureContrast([120, 120, 120], [WHITE, [10, 10, 10]], TEXT_CONTRAST)).toEqual(BLACK);
  });
});
