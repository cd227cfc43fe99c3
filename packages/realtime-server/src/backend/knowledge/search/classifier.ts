/**
 * A linear classifier for short texts: multinomial logistic regression over whichever features they have, trained by
 * AdaGrad (Duchi et al. 2011). It takes the examples in an order that only their number decides and draws no random
 * number, so the same examples always give the same weights.
 */

export interface Features {
  readonly whole: readonly string[];
  /** Parts of these, such as a few letters of a word: each counts half. */
  readonly parts: readonly string[];
}

export interface Example extends Features {
  /** From 0, below the number of labels. */
  readonly label: number;
}

export interface Classifier {
  /** For each label how likely it is, together 1. */
  shares(features: Features): Float64Array;
}

interface Sparse {
  readonly ids: Int32Array;
  readonly values: Float64Array;
}

/** More of them learn the examples by heart, and nothing more about questions that are none of them. */
const EPOCHS = 5;
const RATE = 0.3;
/** Draws every weight that is touched a little towards 0. */
const DECAY = 1e-4;
const PARTS_COUNT = 0.5;
/** Labels that are as nearly right as this teach nothing more, and most labels are. */
const RIGHT_ENOUGH = 0.01;
/** Neighbours in a list are alike; steps of this share of it meet all labels by turns. */
const STEP = 0.618;

export function trainClassifier(examples: readonly Example[], labels: number): Classifier {
  const ids = new Map<string, number>();
  const counts: number[] = [];
  for (const { whole, parts } of examples) {
    for (const feature of new Set([...whole, ...parts])) {
      const id = ids.get(feature) ?? ids.size;
      ids.set(feature, id);
      counts[id] = (counts[id] ?? 0) + 1;
    }
  }
  // What stands in few examples says more than what stands in many.
  const rarity = Float64Array.from(counts, (count) => Math.log(1 + examples.length / count));
  const sparse = ({ whole, parts }: Features): Sparse => {
    const known = new Map<number, number>();
    for (const [features, count] of [
      [whole, 1],
      [parts, PARTS_COUNT],
    ] as const) {
      for (const feature of features) {
        const id = ids.get(feature);
        if (id !== undefined) known.set(id, count * (rarity[id] as number));
      }
    }
    const values = Float64Array.from(known.values());
    const length = Math.hypot(...values) || 1;
    return { ids: Int32Array.from(known.keys()), values: values.map((value) => value / length) };
  };

  const weights = new Float32Array(ids.size * labels);
  const sharesOf = ({ ids, values }: Sparse): Float64Array => {
    const sums = new Float64Array(labels);
    for (let k = 0; k < ids.length; k++) {
      const value = values[k] as number;
      const from = (ids[k] as number) * labels;
      for (let label = 0; label < labels; label++)
        sums[label] = (sums[label] as number) + value * (weights[from + label] as number);
    }
    return softmax(sums);
  };

  const rows = examples.map((example) => ({ row: sparse(example), label: example.label }));
  const squares = new Float32Array(weights.length);
  const step = stepThrough(rows.length);
  for (let epoch = 0, at = 0; epoch < EPOCHS; epoch++) {
    for (let i = 0; i < rows.length; i++) {
      at = (at + step) % rows.length;
      const { row, label: right } = rows[at] as (typeof rows)[number];
      const errors = sharesOf(row);
      errors[right] = (errors[right] as number) - 1;
      const wrong: number[] = [];
      for (let label = 0; label < labels; label++)
        if (Math.abs(errors[label] as number) >= RIGHT_ENOUGH) wrong.push(label);
      for (let k = 0; k < row.ids.length; k++) {
        const value = row.values[k] as number;
        for (const label of wrong) {
          const place = (row.ids[k] as number) * labels + label;
          const weight = weights[place] as number;
          const slope = (errors[label] as number) * value + DECAY * weight;
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
