/** Statistics of interleaved measurements: ours and the floor in turn, so that both meet the same machine. */
import { quantile } from '../quantile.js';

export interface Spread {
  readonly median: number;
  readonly lower: number;
  readonly upper: number;
}

/** Median and quartiles. */
export const spread = (values: readonly number[]): Spread => ({
  lower: quantile(values, 0.25),
  median: quantile(values, 0.5),
  upper: quantile(values, 0.75),
});

/** Of one figure, ours and its floor's in each run. */
export interface Pairs {
  readonly ours: readonly number[];
  readonly floor: readonly number[];
}

/** The distance of the floor's quartiles, as a part of its median: how restless the machine was. */
export function restlessness({ floor }: Pairs): number {
  const { lower, median, upper } = spread(floor);
  return (upper - lower) / median;
}

/** Above it a series is repeated. */
export const MOST_RESTLESS = 0.15;

/** The first of several series that is restful enough, or else the most restful. */
export function chosenSeries(series: readonly Pairs[]): Pairs {
  const restful = series.find((each) => restlessness(each) <= MOST_RESTLESS);
  if (restful) return restful;
  return series.reduce((best, each) => (restlessness(each) < restlessness(best) ? each : best));
}

/** Ratio of ours to the floor within each run. */
export const ratios = ({ ours, floor }: Pairs): number[] =>
  ours.map((value, run) => value / (floor[run] ?? Number.NaN));
