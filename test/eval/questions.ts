/** The questions of the evaluation. Those of `held-out` were written before the rules were tuned, and nobody looked at them while tuning. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Split = 'tuned' | 'held-out';

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
