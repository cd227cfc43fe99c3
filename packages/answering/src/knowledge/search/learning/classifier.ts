/**
 * A linear classifier for short texts: multinomial logistic regression, trained by AdaGrad (Duchi et al. 2011). The order of the
 * examples depends only on their number and nothing is random, so the same examples always give the same weights.
 */

export interface Features {
  readonly whole: readonly string[];
  /** Parts of words. Each counts half. */
  readonly parts: readonly string[];
}

export interface Example extends Features {
  /** From 0, below the number of labels. */
  readonly label: number;
}

export interface Classifier {
  /** The probability of each label. They add up to 1. */
  shares(features: Features): Float64Array;
}

/** More epochs fit the examples better, but no other questions. */
const EPOCHS = 5;
const RATE = 0.3;
/** Moves each updated weight towards 0. */
const DECAY = 1e-4;
const PARTS_COUNT = 0.5;
/** Skip labels with a smaller error. That is most of them, and they would hardly change a weight. */
const MIN_ERROR = 0.01;
/** Neighbours in the list often have the same label. Steps of this share of its length alternate between labels. */
const STEP = 0.618;

export function trainClassifier(examples: readonly Example[], labels: number): Classifier {
  const features = indexFeatures(examples);
  const model: LinearModel = {
    labels,
    worth: features.worth,
    weights: new Float32Array(features.ids.size * labels),
  };
  fitWeights(model, features.rows);
  return {
    shares({ whole, parts }) {
      const row = Int32Array.from(new Set([...whole, ...parts].flatMap((feature) => features.ids.get(feature) ?? [])));
      return sharesOf(model, row, scaleOf(model, row));
    },
  };
}

interface Row {
  /** Numbers of the features. */
  readonly row: Int32Array;
  readonly label: number;
}

interface LinearModel {
  readonly labels: number;
  /** By feature: how much it counts. */
  readonly worth: Float64Array;
  /** By feature, then by label. */
  readonly weights: Float32Array;
}

/** Numbers the features and weighs them: a feature of few examples counts more than one of many. */
function indexFeatures(examples: readonly Example[]) {
  const ids = new Map<string, number>();
  const counts: number[] = [];
  const share: number[] = [];
  /** The last example that has the feature: one that has it several times counts once. */
  const lastIn: number[] = [];
  const rows = examples.map(({ whole, parts, label }, i): Row => {
    const row: number[] = [];
    const note = (feature: string, each: number): void => {
      let id = ids.get(feature);
      if (id === undefined) {
        id = ids.size;
        ids.set(feature, id);
        counts.push(0);
        share.push(each);
      }
      if (lastIn[id] === i) return;
      lastIn[id] = i;
      counts[id] = (counts[id] as number) + 1;
      row.push(id);
    };
    for (const feature of whole) note(feature, 1);
    for (const feature of parts) note(feature, PARTS_COUNT);
    return { row: Int32Array.from(row), label };
  });
  const worth = Float64Array.from(counts, (count, id) => (share[id] as number) * Math.log(1 + examples.length / count));
  return { ids, rows, worth };
}

/** AdaGrad over all rows, `EPOCHS` times. */
function fitWeights(model: LinearModel, rows: readonly Row[]): void {
  const { labels, worth, weights } = model;
  const scales = rows.map(({ row }) => scaleOf(model, row));
  const squares = new Float32Array(weights.length);
  const step = stepThrough(rows.length);
  const wrong = new Int32Array(labels);
  for (let epoch = 0, at = 0; epoch < EPOCHS; epoch++) {
    for (let i = 0; i < rows.length; i++) {
      at = (at + step) % rows.length;
      const { row, label: right } = rows[at] as Row;
      const scale = scales[at] as number;
      const errors = sharesOf(model, row, scale);
      errors[right] = (errors[right] as number) - 1;
      let wrongs = 0;
      for (let label = 0; label < labels; label++)
        if (Math.abs(errors[label] as number) >= MIN_ERROR) wrong[wrongs++] = label;
      for (let k = 0; k < row.length; k++) {
        const value = scale * (worth[row[k] as number] as number);
        const from = (row[k] as number) * labels;
        for (let j = 0; j < wrongs; j++) {
          const label = wrong[j] as number;
          const weight = weights[from + label] as number;
          const slope = (errors[label] as number) * value + DECAY * weight;
          const square = (squares[from + label] as number) + slope * slope;
          squares[from + label] = square;
          weights[from + label] = weight - (RATE * slope) / Math.sqrt(square + 1e-8);
        }
      }
    }
  }
}

/** Scales a row to length 1, so that its number of features doesn't matter. */
function scaleOf({ worth }: LinearModel, row: Int32Array): number {
  let squares = 0;
  for (const id of row) squares += (worth[id] as number) ** 2;
  return 1 / (Math.sqrt(squares) || 1);
}

function sharesOf({ labels, worth, weights }: LinearModel, row: Int32Array, scale: number): Float64Array {
  const sums = new Float64Array(labels);
  for (let k = 0; k < row.length; k++) {
    const value = scale * (worth[row[k] as number] as number);
    const from = (row[k] as number) * labels;
    for (let label = 0; label < labels; label++)
      sums[label] = (sums[label] as number) + value * (weights[from + label] as number);
  }
  return softmax(sums);
}

/** In place. */
function softmax(sums: Float64Array): Float64Array {
  let most = Number.NEGATIVE_INFINITY;
  for (const sum of sums) if (sum > most) most = sum;
  let all = 0;
  for (let i = 0; i < sums.length; i++) {
    const power = Math.exp((sums[i] as number) - most);
    sums[i] = power;
    all += power;
  }
  for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] as number) / all;
  return sums;
}

/** A step that visits each of `places` once before it returns to the first. */
function stepThrough(places: number): number {
  const shared = (a: number, b: number): number => (b === 0 ? a : shared(b, a % b));
  let step = Math.max(1, Math.floor(places * STEP));
  while (shared(step, places) !== 1 && step < places) step++;
  return step;
}
