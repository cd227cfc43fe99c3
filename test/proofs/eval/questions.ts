/**
 * The questions of the evaluation. The rules were made and their weights fitted on `tuned` and `development`, and the shop's
 * articles were written with them in mind. Those of `held-out` were written by somebody who had seen neither, and nobody
 * looks at what goes wrong among them: theirs is the figure to believe.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Split = 'tuned' | 'development' | 'held-out';

export interface Row {
  readonly group: string;
  readonly question: string;
  /** Any of these answers it; null: nothing in the articles does. */
  readonly articles: readonly string[] | null;
  /** It asks several things: every one of the articles must be cited. */
  readonly all?: true;
}

export function questionsOf(split: Split): readonly Row[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, `${split}.json`), 'utf8')) as Row[];
}
