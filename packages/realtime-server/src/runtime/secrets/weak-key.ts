/** Keys that a program finds early: few different signs, a short text again and again, or signs in a row. */
const FEWEST_SIGNS = 8;
const LONGEST_REPEATED = 12;

/** Why a key is too easy to guess, as the end of a sentence about it; null when it isn't. */
export function weaknessOf(key: string): string | null {
  if (key.length < 24) return 'is shorter than 24 characters';
  if (new Set(key.toLowerCase()).size < FEWEST_SIGNS) return `has fewer than ${FEWEST_SIGNS} different characters`;
  for (let period = 1; period <= LONGEST_REPEATED; period++)
    if (repeatsEvery(key, period)) return 'is one short text again and again';
  return isSequence(key) ? 'is mostly characters in a row, as in abc and 123' : null;
}

function repeatsEvery(key: string, period: number): boolean {
  for (let at = period; at < key.length; at++) if (key[at] !== key[at - period]) return false;
  return true;
}

/** More than half of the signs follow the one before, as in 1234, or 9876. */
function isSequence(key: string): boolean {
  let steps = 0;
  for (let at = 1; at < key.length; at++) if (Math.abs(key.charCodeAt(at) - key.charCodeAt(at - 1)) === 1) steps += 1;
  return steps * 2 > key.length;
}
