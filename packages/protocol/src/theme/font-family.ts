/**
 * Font families by name only: installed fonts and generic families. Every name is checked against a grammar without
 * CSS's special characters and printed between quotes, so a list can't end its declaration or fetch anything.
 */

/** Keywords of CSS, printed without quotes. The first one is not standard, but half the web's stacks begin with it. */
const GENERIC = [
  '-apple-system',
  'BlinkMacSystemFont',
  'system-ui',
  'sans-serif',
  'serif',
  'monospace',
  'cursive',
  'ui-sans-serif',
  'ui-serif',
  'ui-monospace',
  'ui-rounded',
];
/** Letters and digits of any script. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} _-]{0,39}$/u;
/** More than any list of a site has. */
const MOST_NAMES = 20;

/** What the visitor's system uses itself: nothing to load, every script covered. */
export const SYSTEM_FONTS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

export interface FontFamilies {
  /** Fit for CSS; null: none of the names can be used. */
  readonly css: string | null;
  /** Some names can't be used, and were left out. */
  readonly left: boolean;
}

/**
 * Reads a list of families. What is no family name is left out, and so are names after the twentieth. Ends in a generic family always:
 * without one, a machine that lacks the fonts falls back to a serif.
 */
export function parseFontFamily(value: string): FontFamilies {
  const families: string[] = [];
  let names = 0;
  let left = false;
  for (const entry of value.split(',')) {
    const name = entry.trim().replace(/^(["'])(.*)\1$/, '$2');
    if (GENERIC.includes(name)) families.push(name);
    else if (NAME.test(name) && names++ < MOST_NAMES) families.push(`"${name}"`);
    else left = true;
  }
  if (families.length === 0) return { css: null, left };
  const ends = GENERIC.includes(families.at(-1) ?? '');
  return { css: [...families, ...(ends ? [] : ['sans-serif'])].join(', '), left };
}
