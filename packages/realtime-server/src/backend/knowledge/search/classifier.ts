/**
 * A linear classifier for short texts: multinomial logistic regression over whichever features they have, trained by
 * AdaGrad (Duchi et al. 2011). It takes the examples in an order that only their number decides and draws no random
 * number, so the same examples always give the same weights.
 */

export interface Example {
  readonly features: readonly string[];
  /** From 0, below the number of labels. */
  readonly label: number;
}

export interface Classifier {
  /** For each label how likely it is, together 1. */
  shares(features: readonly string[]): Float64Array;
}

interface Sparse {
  readonly ids: readonly number[];
  readonly values: readonly number[];
}

/** More of them learn the examples by heart, and nothing more about questions that are none of them. */
const EPOCHS = 5;
const RATE = 0.3;
/** Draws every weight that is touched a little towards 0. */
const DECAY = 1e-4;
/** Neighbours in a list are alike; steps of this share of it meet all labels by turns. */
const STEP = 0.618;

export function trainClassifier(examples: readonly Example[], labels: number): Classifier {
  const ids = new Map<string, number>();
  const counts: number[] = [];
  for (const { features } of examples) {
    for (const feature of new Set(features)) {
      const id = ids.get(feature) ?? ids.size;
      ids.set(feature, id);
      counts[id] = (counts[id] ?? 0) + 1;
    }
  }
  // What stands in few examples says more than what stands in many.
  const rarity = counts.map((count) => Math.log(1 + examples.length / count));
  const sparse = (features: readonly string[]): Sparse => {
    const known = [...new Set(features)].flatMap((feature) => ids.get(feature) ?? []);
    const length = Math.hypot(...known.map((id) => rarity[id] as number)) || 1;
    return { ids: known, values: known.map((id) => (rarity[id] as number) / length) };
  };

  const weights = new Float32Array(ids.size * labels);
  const sharesOf = ({ ids, values }: Sparse): Float64Array => {
    const sums = new Float64Array(labels);
    for (const [k, id] of ids.entries()) {
      const value = values[k] as number;
      for (let label = 0; label < labels; label++)
        sums[label] = (sums[label] as number) + value * (weights[id * labels + label] as number);
    }
    return softmax(sums);
  };

  const rows = examples.map(({ features, label }) => ({ row: sparse(features), label }));
  const squares = new Float32Array(weights.length);
  const step = stepThrough(rows.length);
  for (let epoch = 0, at = 0; epoch < EPOCHS; epoch++) {
    for (let i = 0; i < rows.length; i++) {
      at = (at + step) % rows.length;
      const { row, label: right } = rows[at] as (typeof rows)[number];
      const shares = sharesOf(row);
      shares[right] = (shares[right] as number) - 1;
      for (const [k, id] of row.ids.entries()) {
        const value = row.values[k] as number;
        for (let label = 0, place = id * labels; label < labels; label++, place++) {
          const weight = weights[place] as number;
          const slope = (shares[label] as number) * value + DECAY * weight;
          const square = (squares[place] as number) + slope * slope;
          squares[place] = square;
          weights[place] = weight - (RATE * slope) / Math.sqrt(square + 1e-8);
        }
      }
    }
  }
  return { shares: (features) => sharesOf(sparse(features)) };
}

/** In place. */
function softmax(sums: Float64Array): Float64Array {
  const most = sums.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  let all = 0;
  for (let i = 0; i < sums.length; i++) {
    const power = Math.exp((sums[i] as number) - most);
    sums[i] = power;
    all += power;
  }
  for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] as number) / all;
  return sums;
}

/** A step that meets each of so many places once before it comes back to the first. */
function stepThrough(places: number): number {
  const shared = (a: number, b: number): number => (b === 0 ? a : shared(b, a % b));
  let step = Math.max(1, Math.floor(places * STEP));
  while (shared(step, places) !== 1 && step < places) step++;
  return step;
}
