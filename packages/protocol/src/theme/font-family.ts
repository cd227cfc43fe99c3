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
const NAME = /^[A-Za-z0-9][A-Za-z0-9 _-]{0,39}$/;
const MOST_NAMES = 5;

/** What the visitor's system uses itself: nothing to load, every script covered. */
export const SYSTEM_FONTS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

/**
 * A list of families fit for CSS, or null when any entry is not a family name. Names after the fifth are left out.
 * Ends in a generic family always: without one, a machine that lacks the fonts falls back to a serif.
 */
export function parseFontFamily(value: string): string | null {
  const families: string[] = [];
  let names = 0;
  for (const entry of value.split(',')) {
    const name = entry.trim().replace(/^(["'])(.*)\1$/, '$2');
    if (GENERIC.includes(name)) families.push(name);
    else if (!NAME.test(name)) return null;
    else if (++names <= MOST_NAMES) families.push(`"${name}"`);
  }
  return GENERIC.includes(families.at(-1) ?? '') ? families.join(', ') : `${families.join(', ')}, sans-serif`;
}
