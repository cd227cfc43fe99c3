/**
 * One measurement. It runs alone, for at most three minutes; longer are only `attack`, which takes ten, `launcher`, which
 * takes eight, and up to half an hour on a machine that is not equally fast all the time, `peers`, which takes ten to fifteen because our
 * visitors wait for their rate limit between two rounds, and `peer-starts` and `peer-idle`, which take five.
 */
import type { Site } from '../support/sites/start-site.js';

export interface Part {
  readonly title: string;
  readonly needsBrowser?: boolean;
  /** False where the figures of two trees can't be compared by their ratio. */
  readonly canBePaired: boolean;
  /** Whether `--runs` says how many rounds it measures. */
  readonly takesRuns?: boolean;
  run(context: Context): Promise<Outcome>;
}

export interface Context {
  /** The folder of a built checkout whose server is measured. Load and baselines are always ours. */
  readonly tree: string;
  /** For one side of a pair: less load, fewer rounds, no baselines. */
  readonly quick: boolean;
  /** Where {@link Part.takesRuns}: how many rounds. Absent: as many as its figures need. */
  readonly runs?: number;
  /** The demo shop and its server. Started once, for parts that need a page. */
  site(): Promise<Site>;
}

export interface Outcome {
  /** Markdown without a heading. */
  readonly report: string;
  /** For pairs; empty where {@link Part.canBePaired} is false. */
  readonly figures: readonly Figure[];
}

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly better: 'more' | 'less';
}
