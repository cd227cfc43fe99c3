/**
 * What models, agents and services are given of a visitor: data that may say anything, and never an instruction. What the site
 * has signed and what the page only says are in fields of their own.
 */
import type { UserContext } from '@service/protocol';
import type { VisitorFacts, VisitorPage } from '@service/realtime-server/ports';

/** The fields of `visitor` in the question to an HTTP agent. What is not known is absent. */
export interface VisitorRecord {
  /** Signed by the site's server. Absent: it has not signed who the visitor is. */
  readonly verified?: {
    /** The site's own id of the visitor. */
    readonly id: string;
    readonly name?: string;
    readonly email?: string;
    /** Whether the site has verified the address. */
    readonly emailVerified?: boolean;
    readonly attributes?: Readonly<Record<string, string | number | boolean>>;
  };
  /** Claimed by the page, unproven. */
  readonly claimed?: UserContext;
  /** The page that the visitor is on, unproven. */
  readonly page?: VisitorPage;
}

/** Null: nothing is known of the visitor. */
export function visitorRecord(facts: VisitorFacts | undefined): VisitorRecord | null {
  const { verified = null, claimed = null, page = null } = facts ?? {};
  if (!verified && !claimed && !page) return null;
  return {
    ...(verified && { verified: verifiedRecord(verified) }),
    ...(claimed && { claimed }),
    ...(page && { page }),
  };
}

function verifiedRecord({
  subject,
  profile,
}: NonNullable<VisitorFacts['verified']>): NonNullable<VisitorRecord['verified']> {
  const { attrs, ...rest } = profile;
  return { id: subject, ...rest, ...(attrs && { attributes: attrs }) };
}

/** The most of `claimed` that a model gets, as JSON in UTF-16 code units: it is paid for in each step. */
const CLAIMED_LENGTH = 4_000;

/** One fact for a model: a field of the record, as JSON. */
export interface Fact {
  readonly field: keyof VisitorRecord;
  /** On one line, without a character that could end what encloses it. */
  readonly json: string;
}

/** In this order: `verified`, `claimed`, `page`. Empty: nothing is known. */
export function factsForModel(facts: VisitorFacts | undefined): readonly Fact[] {
  const record = visitorRecord(facts) ?? {};
  const fitting = record.claimed ? { ...record, claimed: shortened(record.claimed) } : record;
  return Object.entries(fitting).map(([field, value]) => ({ field: field as Fact['field'], json: dataOf(value) }));
}

/** Leaves out the last attributes that don't fit. */
function shortened({ customAttributes, ...texts }: UserContext): UserContext {
  const fitting: Record<string, string | number | boolean | null> = {};
  let left = CLAIMED_LENGTH - JSON.stringify(texts).length;
  for (const [name, value] of Object.entries(customAttributes ?? {})) {
    left -= JSON.stringify([name, value]).length;
    if (left < 0) break;
    fitting[name] = value;
  }
  return { ...texts, ...(customAttributes && { customAttributes: fitting }) };
}

/** JSON in which tags, code fences and line breaks are escaped. */
export const dataOf = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>`\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
