/**
 * The questions of the evaluation. The rules and their weights were fitted on `tuned` and `development`, and the shop's
 * articles were written with these questions in mind. The author of `held-out` had seen neither, and no change is made for
 * its misses: its figure is the unbiased one.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Split = 'tuned' | 'development' | 'held-out';

export interface Row {
  readonly group: string;
  readonly question: string;
  /** Each of these answers it; null: no article does. */
  readonly articles: readonly string[] | null;
  /** It asks several things: every one of the articles must be cited. */
  readonly all?: true;
}

export function questionsOf(split: Split): readonly Row[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, `${split}.json`), 'utf8')) as Row[];
}
