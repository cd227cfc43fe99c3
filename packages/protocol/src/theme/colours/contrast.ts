/**
 * Contrast as WCAG 2.2 defines it, and the smallest change that reaches it. A repaired colour keeps its hue: it moves in
 * OKLab along the straight line to black or to white, on which hue never turns and chroma shrinks just as the gamut does.
 */
import { mix } from './colour.js';
import { each, fromPerceived, linear, type Triple, toPerceived } from './oklab.js';
import { BLACK, type Rgb, WHITE } from './rgb.js';

/** Texts of any size. Black or white reaches it on every colour, because √21 > 4.5. */
export const TEXT_CONTRAST = 4.5;
/** For lines and rings that alone show where a control or the focus is (WCAG 1.4.11). */
export const CONTROL_CONTRAST = 3;

/** WCAG's relative luminance, 0 (black) to 1 (white). */
export function luminance([r, g, b]: Rgb): number {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** WCAG's contrast ratio, 1 to 21; the order doesn't matter. */
export function contrast(a: Rgb, b: Rgb): number {
  return ratioOf(luminance(a), luminance(b));
}

const ratioOf = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/** Black or white, whichever is read better on `background`; always 4.5:1 or more. */
export function blackOrWhite(background: Rgb): Rgb {
  return contrast(WHITE, background) > contrast(BLACK, background) ? WHITE : BLACK;
}

/**
 * `colour` when it has `ratio` against all of `backgrounds`, else the nearest lighter or darker colour of its hue that
 * has. When neither end reaches it (the backgrounds lie too far apart), the better end.
 */
export function ensureContrast(colour: Rgb, backgrounds: readonly Rgb[], ratio: number): Rgb {
  const lights = backgrounds.map(luminance);
  const worst = (tried: Rgb) => {
    const light = luminance(tried);
    return Math.min(...lights.map((background) => ratioOf(light, background)));
  };
  if (worst(colour) >= ratio) return colour;
  const from = toPerceived(colour);
  let best: Rgb | null = null;
  let shortest = 2;
  for (const [end, target] of [
    [BLACK, 0],
    [WHITE, 1],
  ] as const) {
    if (worst(end) < ratio) continue;
    let [fails, passes, found] = [0, 1, end as Rgb];
    for (let i = 0; i < 12; i++) {
      const share = (fails + passes) / 2;
      const tried = fromPerceived(each(from, (n) => n + (target - n) * share));
      if (worst(tried) >= ratio) [passes, found] = [share, tried];
      else fails = share;
    }
    const way = passes * Math.abs(target - lightness(from));
    if (way < shortest) [shortest, best] = [way, found];
  }
  return best ?? (worst(BLACK) > worst(WHITE) ? BLACK : WHITE);
}

/**
 * A step away from `background` in the direction of `toward`, on which the pole of the page is still readable: where the
 * step would cost that, it goes the other way. Without this a card on a medium grey could be read in no colour at all.
 */
export function stepToward(background: Rgb, toward: Rgb, share: number, ink: Rgb): Rgb {
  const stepped = mix(background, toward, share);
  return contrast(stepped, ink) >= TEXT_CONTRAST ? stepped : mix(background, ink === WHITE ? BLACK : WHITE, share);
}

/** OKLab's lightness, 0…1. */
const lightness = ([l, m, s]: Triple) => 0.210454 * l + 0.793618 * m - 0.004072 * s;
