/**
 * Colours as numbers. Whatever a site writes becomes three whole channels here or is refused; nothing a site wrote is
 * ever handed to CSS, only what `toHex` prints. So no escape, `var()`, `image-set()` or `url()` can travel as a colour.
 */

import { fromOklch } from './oklab.js';
import { BLACK, type Rgb, WHITE } from './rgb.js';

export { BLACK, type Rgb, WHITE };

/** Longer than any colour the grammar allows; checked first, so that no pattern ever runs over a long text. */
const LONGEST = 64;
const HEX = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/;
const NUMBER = String.raw`([+-]?(?:\d+\.?\d*|\.\d+)%?|none)(?:deg)?`;
const FUNCTION = new RegExp(
  String.raw`^(rgb|hsl|oklch)a?\( *${NUMBER} *[ ,] *${NUMBER} *[ ,] *${NUMBER} *(?:[,/] *${NUMBER} *)?\)$`,
);
/** What FUNCTION finds. */
type Written = readonly [all: string, kind: string, first: string, second: string, third: string, alpha?: string];

/** The digits of a colour's name, without `#`; undefined: no such name. Tables of names are large, so callers bring theirs. */
export type ReadName = (name: string) => string | undefined;

/**
 * Reads `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()`, `hsl()`, `oklch()` (commas or spaces, numbers or per cent) and the names
 * of `readName`, in any case. Numbers out of range are clamped. A colour that is not opaque is laid over `under`. Null for everything
 * else.
 */
export function parseColour(value: string, under: Rgb, readName: ReadName = () => undefined): Rgb | null {
  const text = value.length > LONGEST ? '' : value.trim().toLowerCase();
  const digits = HEX.exec(/^[a-z]+$/.test(text) ? `#${readName(text)}` : text)?.[1];
  if (digits) return fromHex(digits, under);
  const written = FUNCTION.exec(text) as Written | null;
  if (!written) return null;
  const [, kind, first, second, third, alpha = '1'] = written;
  if (kind === 'hsl' && first.endsWith('%')) return null;
  return mix(under, opaque(kind, first, second, third), portion(alpha, 1));
}

function opaque(kind: string, first: string, second: string, third: string): Rgb {
  if (kind === 'rgb') return [portion(first, 255) * 255, portion(second, 255) * 255, portion(third, 255) * 255];
  if (kind === 'hsl') return fromHsl(numberOf(first), portion(second, 100), portion(third, 100));
  return fromOklch(portion(first, 1), portion(second, 0.4) * 0.4, numberOf(third));
}

/** `#rrggbb`. */
export function toHex(colour: Rgb): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** `share` of `over` laid on `under`, in sRGB as browsers composite. 0 gives `under`, 1 gives `over`. */
export function mix(under: Rgb, over: Rgb, share: number): Rgb {
  const channel = (i: 0 | 1 | 2) => Math.round(under[i] + (over[i] - under[i]) * share);
  return [channel(0), channel(1), channel(2)];
}

/** Digits of a hexadecimal colour, without `#`; three and four digits are doubled. */
function fromHex(digits: string, under: Rgb): Rgb {
  const full = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits;
  const channel = (at: number) => Number.parseInt(full.slice(at, at + 2) || 'ff', 16);
  return mix(under, [channel(0), channel(2), channel(4)], channel(6) / 255);
}

/** A number or per cent as a share of `whole`, clamped to 0…1. */
function portion(written: string, whole: number): number {
  const share = numberOf(written) / (written.endsWith('%') ? 100 : whole);
  return Math.min(1, Math.max(0, share));
}

/** `none` is 0. */
const numberOf = (written: string): number => Number.parseFloat(written) || 0;

function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const k = (((offset + hue / 30) % 12) + 12) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}
