/** The table of a comparison: medians of the rounds, and ours by the peer's. */
import { median } from '../../quantile.js';
import type { Contestant } from './contestants.js';
import type { Measured } from './rounds.js';

export interface Column<T> {
  readonly title: string;
  readonly format: (value: number) => string;
  readonly of: (result: T) => number;
  /** Default: true. */
  readonly isCompared?: boolean;
}

/** How the tables are read, for every report. */
export const HOW_COMPARED =
  "each server has its turn in each round, and each round begins with another one. Ratios are ours by the peer's on the same store\nwithin a round: their median, least and most.";

/** @param columns each that is compared is followed by its ratios @param sums of all rounds, without ratios */
export function tableOf<T>(
  head: string,
  contestants: readonly Contestant[],
  measured: Measured<T>,
  columns: readonly Column<T>[],
  sums: readonly Column<T>[] = [],
): string {
  const titlesOf = ({ title, isCompared = true }: Column<T>): string[] =>
    isCompared ? [title, 'ours by it'] : [title];
  const titles = [...columns.flatMap(titlesOf), ...sums.map(({ title }) => title)];
  const rows = contestants.map(({ name, isOurs, on }, index) => {
    const its = measured[index] ?? [];
    const ours = measured[contestants.findIndex((each) => each.isOurs && each.on === on)] ?? [];
    const cells = columns.flatMap(({ format, of, isCompared = true }) => [
      format(median(its.map(of))),
      ...(isCompared ? [isOurs ? '' : ratioOf(ours, its, of)] : []),
    ]);
    const totals = sums.map(({ format, of }) => format(its.reduce((sum, result) => sum + of(result), 0)));
    return `| ${[isOurs ? `**${name}**` : name, ...cells, ...totals].join(' | ')} |`;
  });
  return [`| ${[head, ...titles].join(' | ')} |`, `|---|${'--:|'.repeat(titles.length)}`, ...rows].join('\n');
}

/** Of each round: the median in bold, and the least and the most. */
function ratioOf<T>(ours: readonly T[], others: readonly T[], of: (result: T) => number): string {
  const ratios = ours.map((result, round) => of(result) / of(others[round] as T));
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  return `**${median(ratios).toFixed(2)} ×** (${least.toFixed(2)}–${most.toFixed(2)})`;
}
