/** The launcher's two colours for a theme that the page gives: `primary` and `onPrimary` of `resolveTheme`, and nothing else of it. */
import type { LauncherColors } from '../embed/launcher/launcher.js';
import { isRecord } from '../frames/is-record.js';
import { parseColour, type ReadName, toHex } from './colours/colour.js';
import { pageColours, type ReadColour, readableOn } from './page-colours.js';
import { stripUnsafe } from './strip-unsafe.js';
import { MAIN_COLOURS } from './templates/main-colours.js';
import type { Template } from './templates/templates.js';
import type { Scheme } from './theme.js';

/**
 * `theme`: plain data of any shape. What can't be used is its template's, else that of `modern`. `readName`: the digits of a colour's
 * name; a page's script asks the browser, so that it carries no table.
 */
export function launcherColors(theme: unknown, scheme: Scheme, readName?: ReadName): LauncherColors {
  const written = isRecord(theme) ? theme : {};
  const template = Object.keys(MAIN_COLOURS).find((name) => name === written.template) ?? 'modern';
  const colour: ReadColour = (field, under, otherwise) => {
    const value = written[field];
    return (typeof value === 'string' && parseColour(stripUnsafe(value), under, readName)) || otherwise;
  };
  const page = pageColours(colour, template as Template, scheme);
  return { button: toHex(page.primary), icon: toHex(readableOn(page.primary, page)) };
}
