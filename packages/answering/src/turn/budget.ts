/**
 * Limits the cost of answers: tokens per day for each conversation, each contact and the whole inbox. Tokens are counted after each step,
 * by the provider's number or, without one, by an estimate that is rather too high.
 */

export interface Budget {
  /** Tokens per day, in UTC; null: no limit. */
  readonly conversation: number | null;
  readonly contact: number | null;
  readonly inbox: number | null;
}

export type Scope = keyof Budget;

export interface Spender {
  readonly inbox: string;
  readonly contact: string;
  readonly conversation: string;
}

/** Where the tokens spent are counted. The store implements it. */
export interface Ledger {
  /** Tokens spent on that day, by key; keys without an entry are left out. */
  tokensUsed(keys: readonly string[], day: number): Promise<ReadonlyMap<string, number>>;
  /** Adds to every key at once. */
  addTokensUsed(keys: readonly string[], day: number, tokens: number): Promise<void>;
}

const SCOPES: readonly Scope[] = ['conversation', 'contact', 'inbox'];
const DAY_MS = 86_400_000;

const keyOf = (scope: Scope, spender: Spender): string => `${scope}:${spender[scope]}`;
const dayOf = (now: number): number => Math.floor(now / DAY_MS);

/** The narrowest scope whose budget of the day is spent; null when there is some left in each. */
export async function exhaustedScope(
  ledger: Ledger,
  budget: Budget,
  spender: Spender,
  now: number,
): Promise<Scope | null> {
  const limited = SCOPES.filter((scope) => budget[scope] !== null);
  if (limited.length === 0) return null;
  const spent = await ledger.tokensUsed(
    limited.map((scope) => keyOf(scope, spender)),
    dayOf(now),
  );
  return limited.find((scope) => (spent.get(keyOf(scope, spender)) ?? 0) >= (budget[scope] as number)) ?? null;
}

export function charge(ledger: Ledger, spender: Spender, now: number, tokens: number): Promise<void> {
  return ledger.addTokensUsed(
    SCOPES.map((scope) => keyOf(scope, spender)),
    dayOf(now),
    Math.ceil(tokens),
  );
}

/** Most languages need fewer tokens than one for three characters. */
export function estimatedTokens(...texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Math.ceil(text.length / 3), 0);
}
