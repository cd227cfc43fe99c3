/** What a panel has of each template besides its main colours. */
import type { Scheme } from '../theme.js';
import type { Template } from './templates.js';

export interface Preset extends Readonly<Record<Scheme, PanelColours>> {
  /** Corner radius of the panel and of bubbles, pixels. */
  readonly radiusPx: number;
  readonly bubbleRadiusPx: number;
}

export interface PanelColours {
  /** As `#rrggbb`. */
  readonly surface: string;
  /** What the header is painted with. */
  readonly header: 'primary' | 'surface' | 'background';
}

const colours = (surface: string, header: PanelColours['header']): PanelColours => ({ surface, header });

const NIGHT = colours('#18181d', 'background');

export const TEMPLATE_PRESETS: Readonly<Record<Template, Preset>> = {
  minimal: {
    light: colours('#f7f6f3', 'background'),
    dark: colours('#201f1e', 'background'),
    radiusPx: 8,
    bubbleRadiusPx: 10,
  },
  modern: {
    light: colours('#f0f6f6', 'primary'),
    dark: colours('#152427', 'surface'),
    radiusPx: 16,
    bubbleRadiusPx: 18,
  },
  /** Tight corners. */
  corporate: {
    light: colours('#f2f5f9', 'primary'),
    dark: colours('#1a2738', 'surface'),
    radiusPx: 4,
    bubbleRadiusPx: 6,
  },
  /** Butter-yellow cards and generous corners. */
  playful: {
    light: colours('#fff0c7', 'primary'),
    dark: colours('#382729', 'surface'),
    radiusPx: 24,
    bubbleRadiusPx: 22,
  },
  dark: { light: NIGHT, dark: NIGHT, radiusPx: 14, bubbleRadiusPx: 14 },
  custom: {
    light: colours('#f5f5f6', 'primary'),
    dark: colours('#232427', 'surface'),
    radiusPx: 12,
    bubbleRadiusPx: 14,
  },
};
