/**
 * PostgreSQL stores no text with the character NUL. Half of a character, a surrogate without the other one, is stored as another text or
 * read by no strict program. Both are refused at each door, so that both databases answer alike.
 */
import { failure } from './errors.js';

export const unstorable = () =>
  failure(
    'BAD_REQUEST',
    'A text of the input holds the character NUL, or half of a character, which can’t be stored. Leave it out.',
  );

/** In a text, or in any that is inside; names of fields are texts too. */
export function holdsUnstorable(input: unknown): boolean {
  // Not recursive: an input may be nested deeper than calls can be.
  const left = [input];
  while (left.length > 0) {
    const each = left.pop();
    if (typeof each === 'string') {
      if (each.includes('\0') || !each.isWellFormed()) return true;
      continue;
    }
    if (typeof each !== 'object' || each === null) continue;
    const inside = Array.isArray(each) ? each : [...Object.keys(each), ...Object.values(each)];
    for (const value of inside) if (typeof value === 'string' || typeof value === 'object') left.push(value);
  }
  return false;
}

/** As addresses, cookies, forms and JSON write it. */
const WRITTEN = /\0|%00|\\u0000/;

/** For requests that a library reads. */
export async function requestHoldsNul(request: Request): Promise<boolean> {
  const body = request.body === null ? '' : await request.clone().text();
  return [request.url, request.headers.get('cookie') ?? '', body].some((text) => WRITTEN.test(text));
}
