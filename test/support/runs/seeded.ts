/** A random number generator that can be replayed: the same seed gives the same numbers (Mulberry32). */
export interface SeededRandom {
  /** Uniform in [0, 1). */
  readonly fraction: () => number;
  /** A whole number, both ends included. */
  between(from: number, to: number): number;
  /** One entry of a list that is not empty. */
  pick<T>(of: readonly T[]): T;
}

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    fraction,
    between: (from, to) => from + Math.floor(fraction() * (to - from + 1)),
    pick: <T>(of: readonly T[]): T => of[Math.floor(fraction() * of.length)] as T,
  };
}
