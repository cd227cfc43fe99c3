/**
 * Limits the cost of answers: tokens per day for each conversation, contact and address, for all newcomers together, and for the inbox.
 * Each step is counted by an estimate before it begins, so that answers at the same moment can't spend the same tokens, and afterwards
 * by the provider's number or, without one, by an estimate that is rather too high.
 */

export interface Budget {
  /** Tokens per day, in UTC; null: no limit. */
  readonly conversation: number | null;
  readonly contact: number | null;
  /** Of all visitors at one address. Default: a fifth of the inbox's. */
  readonly address?: number | null | undefined;
  readonly inbox: number | null;
}

/** `newcomers`: anonymous visitors who came here less than a day ago, all together. */
export type Scope = 'conversation' | 'contact' | 'address' | 'newcomers' | 'inbox';

export interface Spender {
  readonly inbox: string;
  readonly contact: string;
  readonly conversation: string;
  /** As it is counted; null or none: it isn't. */
  readonly address?: string | null;
}

/** Where the tokens spent are counted. The store implements it. */
export interface Ledger {
  /** Tokens spent on that day, by key; keys without an entry are left out. */
  tokensUsed(keys: readonly string[], day: number): Promise<ReadonlyMap<string, number>>;
  /** Adds to every key at once. A negative number takes back what was counted too high. */
  addTokensUsed(keys: readonly string[], day: number, tokens: number): Promise<void>;
  /** Whether the site has proven who the contact is, or it was here before that time (Unix milliseconds). */
  isKnownContact(contact: string, before: number): Promise<boolean>;
}

/** Computes the name under which an address is counted on a day: nothing that is stored may contain the address itself. */
export type AddressName = (address: string, day: number) => string;

export interface Accounts {
  readonly ledger: Ledger;
  readonly addressName: AddressName;
}

/** An address can use up no inbox alone, and an office of fifty still gets through its day. */
const ADDRESS_PART = 0.2;
/** Visitors whom the inbox knows are answered when a flood of new ones has used up the rest. */
const NEWCOMERS_PART = 0.75;
const DAY_MS = 86_400_000;

const dayOf = (now: number): number => Math.floor(now / DAY_MS);

/** Null: no limit. */
function limitOf(budget: Budget, scope: Scope): number | null {
  const part = (of: number): number | null => (budget.inbox === null ? null : Math.floor(budget.inbox * of));
  switch (scope) {
    case 'address':
      return budget.address === undefined ? part(ADDRESS_PART) : budget.address;
    case 'newcomers':
      return part(NEWCOMERS_PART);
    default:
      return budget[scope];
  }
}

/** Under which key each scope is counted, the narrowest first. */
async function keysOf({ ledger, addressName }: Accounts, spender: Spender, now: number): Promise<Map<Scope, string>> {
  const { inbox, contact, conversation, address } = spender;
  const isNew = !(await ledger.isKnownContact(contact, now - DAY_MS));
  return new Map<Scope, string>([
    ['conversation', `conversation:${conversation}`],
    ['contact', `contact:${contact}`],
    ...(address ? ([['address', `address:${inbox}:${addressName(address, dayOf(now))}`]] as const) : []),
    ...(isNew ? ([['newcomers', `newcomers:${inbox}`]] as const) : []),
    ['inbox', `inbox:${inbox}`],
  ]);
}

/** The narrowest scope whose budget of the day is spent; null when there is some left in each. */
export async function exhaustedScope(
  accounts: Accounts,
  budget: Budget,
  spender: Spender,
  now: number,
): Promise<Scope | null> {
  const keys = [...(await keysOf(accounts, spender, now))].filter(([scope]) => limitOf(budget, scope) !== null);
  if (keys.length === 0) return null;
  const spent = await accounts.ledger.tokensUsed(
    keys.map(([, key]) => key),
    dayOf(now),
  );
  const found = keys.find(([scope, key]) => (spent.get(key) ?? 0) >= (limitOf(budget, scope) as number));
  return found?.[0] ?? null;
}

/** Where one step is counted, in every scope. It stays the same, also when a day ends meanwhile. */
export async function accountOf(
  accounts: Accounts,
  spender: Spender,
  now: number,
): Promise<{ count(tokens: number): Promise<void> }> {
  const keys = [...(await keysOf(accounts, spender, now)).values()];
  return { count: (tokens) => accounts.ledger.addTokensUsed(keys, dayOf(now), Math.ceil(tokens)) };
}

/** Most languages need fewer tokens than one for three characters. */
export function estimatedTokens(...texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Math.ceil(text.length / 3), 0);
}
