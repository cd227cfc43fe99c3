import type { Steps } from '../sql/steps.js';
import type { Query } from './pool.js';

/** By the text with `?1`. */
const texts = new Map<string, string>();

/** PostgreSQL writes its parameters `$1`. */
function numbered(text: string): string {
  const known = texts.get(text);
  if (known) return known;
  const fresh = text.replace(/\?(\d+)/g, '$$$1');
  texts.set(text, fresh);
  return fresh;
}

/** Runs the statements of a query one after the other. */
export async function runSteps<T>(query: Query, steps: Steps<T>): Promise<T> {
  for (let step = steps.next(); ; ) {
    if (step.done) return step.value;
    const { text, values, returns } = step.value;
    const { rows, rowCount } = await query(numbered(text), values);
    step = steps.next(returns === 'rows' ? rows : returns === 'row' ? rows[0] : (rowCount ?? 0));
  }
}
