/** Themes as sites write them, and what is wrong with a resolved one. */
import type { Rgb } from '../../src/theme/colours/colour.js';
import { contrast } from '../../src/theme/colours/contrast.js';
import { TEMPLATES } from '../../src/theme/templates/templates.js';
import type { ResolvedTheme, WidgetTheme } from '../../src/theme/theme.js';
import { COLOUR_TOKENS, unreadable } from './theme-pairs.js';

const SAFE_FONT =
  /^(?:"[\p{L}\p{N}][\p{L}\p{M}\p{N} _-]{0,39}"|[A-Za-z-]+)(?:, (?:"[\p{L}\p{N}][\p{L}\p{M}\p{N} _-]{0,39}"|[A-Za-z-]+))*$/u;
export const SCHEMES = ['light', 'dark'] as const;
/** A long run tries as many as a busy service will see in years. */
export const THEMES = process.env.LONG === '1' ? 100_000 : 8_000;
/** What a page may really pass: JavaScript has no types. */
export const written = (theme: Record<string, unknown>) => theme as WidgetTheme;

/** What is wrong with a result; one list, because 20,000 runs of a dozen expectations each would take half a minute. */
export function faults({ tokens, logoUrl, headerTitle, poweredBy }: ResolvedTheme): string[] {
  const rules: Record<string, boolean> = {
    'a colour is not #rrggbb': COLOUR_TOKENS.every((token) => /^#[0-9a-f]{6}$/.test(String(tokens[token]))),
    'the fonts could end their declaration': SAFE_FONT.test(tokens.fontFamily),
    'the size of the text is none of the three': [14, 16, 18].includes(tokens.fontSizePx),
    'the template does not exist': TEMPLATES.includes(tokens.template),
    'the logo is not https': logoUrl === null || logoUrl.startsWith('https://'),
    'the title is empty or too long': headerTitle !== null && headerTitle !== '' && headerTitle.length <= 80,
    'poweredBy is neither true nor false': typeof poweredBy === 'boolean',
  };
  return [...unreadable(tokens), ...Object.keys(rules).filter((rule) => !rules[rule])];
}

export const worst = (colour: Rgb, backgrounds: readonly Rgb[]) =>
  Math.min(...backgrounds.map((b) => contrast(colour, b)));
