/**
 * The colours of a theme that all others are made from: what is behind everything, the theme's own colour, and the text as it
 * was written. The launcher needs no others, and the page's script carries this file for it.
 */
import { BLACK, parseColour, type Rgb, WHITE } from './colours/colour.js';
import { blackOrWhite, contrast, TEXT_CONTRAST } from './colours/contrast.js';
import { MAIN_COLOURS } from './templates/main-colours.js';
import type { Template } from './templates/templates.js';
import type { Scheme, WidgetTheme } from './theme.js';

/** A default text colour should be comfortable, not just sufficient. */
const COMFORTABLE = 7;

/** Reads a field of the theme: `otherwise` when it has none, or none that can be used. */
export type ReadColour = (field: keyof WidgetTheme, under: Rgb, otherwise: Rgb) => Rgb;

export interface PageColours {
  /** Of the background that is really there, whatever was asked for. */
  readonly scheme: Scheme;
  /** Black or white, whichever is read better on the background. */
  readonly ink: Rgb;
  readonly background: Rgb;
  readonly primary: Rgb;
  /** Of a text that no field changes. */
  readonly defaultText: Rgb;
  /** As it was written, or the default: not repaired. */
  readonly text: Rgb;
}

export function pageColours(colour: ReadColour, template: Template, scheme: Scheme): PageColours {
  const colours = MAIN_COLOURS[template];
  const base = fromPreset(colours[scheme][0]);
  const background = colour('backgroundColor', base, base);
  const ink = blackOrWhite(background);
  const real = ink === WHITE ? 'dark' : 'light';
  const [, ownText, ownPrimary] = colours[real].map(fromPreset) as [Rgb, Rgb, Rgb];
  const primary = colour('primaryColor', background, ownPrimary);
  const defaultText = contrast(ownText, background) < COMFORTABLE ? ink : ownText;
  return { scheme: real, ink, background, primary, defaultText, text: colour('textColor', background, defaultText) };
}

/** On `fill`: white if it can be read, else a colour of the page, so that a pale button has the page's own ink. */
export function readableOn(fill: Rgb, { text, background }: PageColours): Rgb {
  return [WHITE, text, background].find((candidate) => contrast(candidate, fill) >= TEXT_CONTRAST) ?? BLACK;
}

export const fromPreset = (hex: string): Rgb => parseColour(hex, WHITE) ?? BLACK;
