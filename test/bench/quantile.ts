/** Order statistics of measurements. Averages hide what visitors feel, so nothing here computes one. */

/** The value below which `q` (0–1) of `values` lie; NaN for none. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
