/**
 * Measures two trees in turn on one machine. A machine is not equally fast all the time, so only the two halves of a pair are
 * compared, and the median of the pairs counts.
 */
import type { Figure, Part } from './part.js';
import { median } from './quantile.js';
import { OWN_TREE } from './tree.js';

const PAIRS = 5;

/** @returns Markdown: for each figure the ratio of this tree to the other one, in each pair and in the median. */
export async function comparePairs(
  name: string,
  part: Part,
  other: string,
  tell: (what: string) => void,
): Promise<string> {
  const side = async (tree: string): Promise<readonly Figure[]> =>
    (await part.run({ tree, quick: true, site })).figures;
  const pairs: (readonly [own: readonly Figure[], other: readonly Figure[]])[] = [];
  for (let pair = 1; pair <= PAIRS; pair++) {
    tell(`Measuring ${name}: pair ${pair} of ${PAIRS} …`);
    // Each tree goes first equally often, or the second would profit from what the first has warmed up.
    if (pair % 2 === 1) {
      const own = await side(OWN_TREE);
      pairs.push([own, await side(other)]);
    } else {
      const others = await side(other);
      pairs.push([await side(OWN_TREE), others]);
    }
  }
  const rows = (pairs[0]?.[0] ?? []).map(({ name, better }, i) => {
    const [own, others] = [0, 1].map((which) => pairs.map((pair) => pair[which]?.[i]?.value ?? Number.NaN));
    const ratios = (own ?? []).map((value, pair) => value / (others?.[pair] ?? Number.NaN));
    const each = ratios.map((ratio) => ratio.toFixed(3)).join(' · ');
    const [a, b] = [median(own ?? []), median(others ?? [])].map((value) => value.toPrecision(4));
    return `| ${name} (${better} is better) | ${a} | ${b} | ${each} | **${median(ratios).toFixed(3)}** |`;
  });
  return [
    `### ${part.title}: this tree against ${other}`,
    '',
    `${PAIRS} pairs. Each ratio is this tree's figure by the other's.`,
    '',
    '| | this tree | the other | ratio of each pair | median |',
    '|---|--:|--:|---|--:|',
    ...rows,
  ].join('\n');
}

function site(): never {
  throw new Error('This part needs a page, so it has no pairs.');
}
