/**
 * The six templates. Each is a few colours chosen by eye; everything else is derived from them, so that a colour given by
 * a site changes what belongs to it and leaves the character. A test measures every pair of every template. The launcher
 * needs these colours alone; presets.ts has the rest.
 */
import type { Scheme } from '../theme.js';
import type { Template } from './templates.js';

/** As `#rrggbb`. */
export type MainColours = readonly [background: string, text: string, primary: string];

/** Near-black with one vivid accent, by day and by night. */
const NIGHT: MainColours = ['#0b0b0e', '#ececf1', '#b8f04a'];

export const MAIN_COLOURS: Readonly<Record<Template, Readonly<Record<Scheme, MainColours>>>> = {
  /** Paper, ink and hairlines; no colour at all. */
  minimal: { light: ['#ffffff', '#1a1a19', '#1a1a19'], dark: ['#161615', '#ecebe8', '#ecebe8'] },
  /** Deep petrol on cool white: calm, confident, and at home beside most brands. */
  modern: { light: ['#ffffff', '#10262b', '#0b6470'], dark: ['#0d1719', '#e2eff0', '#62d0cb'] },
  /** Navy and grey-blue with tight corners. */
  corporate: { light: ['#ffffff', '#1b2733', '#1b365d'], dark: ['#111a27', '#e3e9f1', '#93b4e0'] },
  /** Coral on cream with butter-yellow cards and generous corners. */
  playful: { light: ['#fffaf2', '#3b2320', '#ff6f59'], dark: ['#251a1c', '#fdeee4', '#ff8f7a'] },
  dark: { light: NIGHT, dark: NIGHT },
  /** Neutral greys that step back behind the colours a site gives. */
  custom: { light: ['#ffffff', '#1f2023', '#454b55'], dark: ['#18191b', '#eeeeef', '#b6bcc6'] },
};
