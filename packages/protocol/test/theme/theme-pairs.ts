/** Measures the pairs of colours that are drawn on each other. */
import type { ThemeTokens } from '../../src/theme/theme.js';
import { CONTROL_PAIRS, TEXT_PAIRS } from '../../src/theme/theme-pairs.js';

export const COLOUR_TOKENS = [
  ...new Set([...TEXT_PAIRS, ...CONTROL_PAIRS].flatMap(([front, backs]) => [front, ...backs])),
  'border',
] as const;

/** WCAG 2.2, written a second time and straight from its text, so that the rule is not its own judge. */
function ratio(a: string, b: string): number {
  const luminance = (hex: string) => {
    const [r, g, b] = [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** Every pair with its measured contrast, rounded down to two places, and what it must reach. */
export function measure(tokens: ThemeTokens): { pair: string; measured: number; needed: number }[] {
  const rows = (list: typeof TEXT_PAIRS, needed: number) =>
    list.flatMap(([front, backs]) =>
      backs.map((back) => ({
        pair: `${front} on ${back}`,
        measured: Math.floor(100 * ratio(String(tokens[front]), String(tokens[back]))) / 100,
        needed,
      })),
    );
  return [...rows(TEXT_PAIRS, 4.5), ...rows(CONTROL_PAIRS, 3)];
}

/** The pairs that can't be read; empty is what every theme must give. */
export function unreadable(tokens: ThemeTokens): string[] {
  return measure(tokens)
    .filter(({ measured, needed }) => measured < needed)
    .map(({ pair, measured, needed }) => `${pair} is ${measured}, needs ${needed}`);
}
