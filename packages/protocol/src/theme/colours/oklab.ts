/**
 * Between sRGB and OKLab, by Björn Ottosson. His last rotation is left out of `toPerceived`: straight lines are the same with and
 * without it, and white is (1, 1, 1).
 */
import type { Rgb } from './rgb.js';

export type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** Linear sRGB to the eye's cones, and back. */
const TO_CONES: Matrix = [
  [0.412221, 0.536333, 0.051446],
  [0.211903, 0.6807, 0.107397],
  [0.088302, 0.281719, 0.629979],
];
const FROM_CONES: Matrix = [
  [4.076742, -3.307712, 0.23097],
  [-1.268438, 2.609757, -0.341319],
  [-0.004196, -0.703419, 1.707615],
];

const times = ([x, y, z]: Matrix, [a, b, c]: Triple): Triple => [
  x[0] * a + x[1] * b + x[2] * c,
  y[0] * a + y[1] * b + y[2] * c,
  z[0] * a + z[1] * b + z[2] * c,
];
export const each = ([a, b, c]: Triple, change: (n: number) => number): Triple => [change(a), change(b), change(c)];

export const toPerceived = (colour: Rgb): Triple => each(times(TO_CONES, each(colour, linear)), Math.cbrt);
export const fromPerceived = (perceived: Triple): Rgb =>
  each(
    times(
      FROM_CONES,
      each(perceived, (n) => n ** 3),
    ),
    encoded,
  );

/** Light, chroma (0.4 is as vivid as it gets) and hue in degrees; what no screen shows is clamped. */
export function fromOklch(light: number, chroma: number, hue: number): Rgb {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  return fromPerceived([
    light + 0.396338 * a + 0.215804 * b,
    light - 0.105561 * a - 0.063854 * b,
    light - 0.089484 * a - 1.291486 * b,
  ]);
}

export const linear = (channel: number) =>
  channel <= 10.31475 ? channel / 3294.6 : ((channel / 255 + 0.055) / 1.055) ** 2.4;

/** The inverse of `linear`, as a whole number in range. */
function encoded(light: number): number {
  const channel = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, channel)));
}
