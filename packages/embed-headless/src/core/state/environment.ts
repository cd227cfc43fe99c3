/** The moment of one step. Passed in, so that the same inputs always give the same result. */
export interface Environment {
  /** Unix milliseconds. */
  readonly now: number;
  /** Uniform in [0, 1). */
  readonly fraction: () => number;
  readonly visible: boolean;
}
