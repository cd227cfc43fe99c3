/**
 * Contrast as WCAG 2.2 defines it, and the smallest change that reaches it. A repaired colour keeps its hue: it moves in
 * OKLab along the straight line to black or to white, on which hue never turns and chroma shrinks just as the gamut does.
 */
import { BLACK, mix, type Rgb, WHITE } from './colour.js';

/** Texts of any size. Black or white reaches it on every colour, because √21 > 4.5. */
export const TEXT_CONTRAST = 4.5;
/** Lines and rings that alone show where a control is or where the focus stands (WCAG 1.4.11). */
export const CONTROL_CONTRAST = 3;

const linear = (channel: number) => (channel <= 10.31475 ? channel / 3294.6 : ((channel / 255 + 0.055) / 1.055) ** 2.4);

/** WCAG's relative luminance, 0 (black) to 1 (white). */
export function luminance([r, g, b]: Rgb): number {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** WCAG's contrast ratio, 1 to 21; the order doesn't matter. */
export function contrast(a: Rgb, b: Rgb): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white, whichever is read better on `background`; always 4.5:1 or more. */
export function pole(background: Rgb): Rgb {
  return contrast(WHITE, background) > contrast(BLACK, background) ? WHITE : BLACK;
}

/** The lowest contrast of `colour` against any of `backgrounds`. */
export function worst(colour: Rgb, backgrounds: readonly Rgb[]): number {
  return Math.min(...backgrounds.map((background) => contrast(colour, background)));
}

/**
 * `colour` when it has `ratio` against all of `backgrounds`, else the nearest lighter or darker colour of its hue that
 * has. When neither end reaches it (the backgrounds lie too far apart), the better end.
 */
export function repair(colour: Rgb, backgrounds: readonly Rgb[], ratio: number): Rgb {
  if (worst(colour, backgrounds) >= ratio) return colour;
  const from = toOklab(colour);
  let best: Rgb | null = null;
  let shortest = Number.POSITIVE_INFINITY;
  for (const [end, lightness] of [
    [BLACK, 0],
    [WHITE, 1],
  ] as const) {
    if (worst(end, backgrounds) < ratio) continue;
    let [fails, passes, found] = [0, 1, end as Rgb];
    for (let i = 0; i < 12; i++) {
      const share = (fails + passes) / 2;
      const tried = fromOklab([from[0] + (lightness - from[0]) * share, from[1] * (1 - share), from[2] * (1 - share)]);
      if (worst(tried, backgrounds) >= ratio) [passes, found] = [share, tried];
      else fails = share;
    }
    const way = passes * Math.abs(lightness - from[0]);
    if (way < shortest) [shortest, best] = [way, found];
  }
  return best ?? (worst(BLACK, backgrounds) > worst(WHITE, backgrounds) ? BLACK : WHITE);
}

/**
 * A step away from `background` in the direction of `toward`, on which the pole of the page is still readable: where the
 * step would cost that, it goes the other way. Without this a card on a medium grey could be read in no colour at all.
 */
export function step(background: Rgb, toward: Rgb, share: number, ink: Rgb): Rgb {
  const stepped = mix(background, toward, share);
  return contrast(stepped, ink) >= TEXT_CONTRAST ? stepped : mix(background, ink === WHITE ? BLACK : WHITE, share);
}

type Oklab = readonly [number, number, number];

/** Björn Ottosson's OKLab (2020-2021 matrices), lightness 0…1. */
function toOklab(colour: Rgb): Oklab {
  const [r, g, b] = colour.map(linear) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([L, a, b]: Oklab): Rgb {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    channel(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function channel(light: number): number {
  const encoded = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, encoded)));
}
