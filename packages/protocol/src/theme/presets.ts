/**
 * The six templates. Each is a few colours chosen by eye; everything else is derived from them, so that a colour given by
 * a site changes what belongs to it and leaves the character. A test measures every pair of every template.
 */
import type { Template } from './theme.js';

/** Colours as `#rrggbb`. `header` names what the header is painted with. */
export interface Palette {
  readonly background: string;
  readonly surface: string;
  readonly text: string;
  readonly primary: string;
  readonly header: 'primary' | 'surface' | 'background';
}

export interface Preset {
  readonly light: Palette;
  readonly dark: Palette;
  /** Corner radius of the panel and of bubbles, pixels. */
  readonly radiusPx: number;
  readonly bubbleRadiusPx: number;
}

const palette = (
  background: string,
  surface: string,
  text: string,
  primary: string,
  header: Palette['header'],
): Palette => ({ background, surface, text, primary, header });

/** Near-black with one vivid accent, by day and by night. */
const NIGHT = palette('#0b0b0e', '#18181d', '#ececf1', '#b8f04a', 'background');

export const TEMPLATE_PRESETS: Readonly<Record<Template, Preset>> = {
  /** Paper, ink and hairlines; no colour at all. */
  minimal: {
    light: palette('#ffffff', '#f7f6f3', '#1a1a19', '#1a1a19', 'background'),
    dark: palette('#161615', '#201f1e', '#ecebe8', '#ecebe8', 'background'),
    radiusPx: 8,
    bubbleRadiusPx: 10,
  },
  /** Deep petrol on cool white: calm, confident, and at home beside most brands. */
  modern: {
    light: palette('#ffffff', '#f0f6f6', '#10262b', '#0b6470', 'primary'),
    dark: palette('#0d1719', '#152427', '#e2eff0', '#62d0cb', 'surface'),
    radiusPx: 16,
    bubbleRadiusPx: 18,
  },
  /** Navy and grey-blue with tight corners. */
  corporate: {
    light: palette('#ffffff', '#f2f5f9', '#1b2733', '#1b365d', 'primary'),
    dark: palette('#111a27', '#1a2738', '#e3e9f1', '#93b4e0', 'surface'),
    radiusPx: 4,
    bubbleRadiusPx: 6,
  },
  /** Coral on cream with butter-yellow cards and generous corners. */
  playful: {
    light: palette('#fffaf2', '#fff0c7', '#3b2320', '#ff6f59', 'primary'),
    dark: palette('#251a1c', '#382729', '#fdeee4', '#ff8f7a', 'surface'),
    radiusPx: 24,
    bubbleRadiusPx: 22,
  },
  dark: { light: NIGHT, dark: NIGHT, radiusPx: 14, bubbleRadiusPx: 14 },
  /** Neutral greys that step back behind the colours a site gives. */
  custom: {
    light: palette('#ffffff', '#f5f5f6', '#1f2023', '#454b55', 'primary'),
    dark: palette('#18191b', '#232427', '#eeeeef', '#b6bcc6', 'surface'),
    radiusPx: 12,
    bubbleRadiusPx: 14,
  },
};
