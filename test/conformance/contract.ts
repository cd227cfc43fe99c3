/** Reads CONFORMANCE.md: the numbered rules, the tables between their marks, and the example frames. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENT_LIMITS, CLOSE, FRAME_LIMITS, MESSAGE_LIMITS, REQUEST_ERRORS } from '@service/protocol';
import { ROOT } from '../support/runs/repository.js';

export const CONTRACT_FILE = join(ROOT, 'CONFORMANCE.md');

const LIMITS = { ...FRAME_LIMITS, ...MESSAGE_LIMITS, ...CLIENT_LIMITS };

const IN_WELCOME = '`welcome.limits`';
const BEFORE_WELCOME = 'fixed in version 1: it holds before `welcome`';
const NEVER_NEAR = 'fixed in version 1: no frame of this contract comes near it, free JSON travels as text';
const FLOODED = 'close code 4004, with the wait as its reason (C-73)';
const TOO_FAST = '`error` with `rate_limited` and `retryAfterMs` (C-36)';
const OWN = "the client's own";

/** The limits that concern a client, and how it learns of each. The others concern only the server. */
const MET_BY_CLIENTS = {
  frameBytes: IN_WELCOME,
  helloBytes: BEFORE_WELCOME,
  helloTimeoutMs: BEFORE_WELCOME,
  jsonDepth: NEVER_NEAR,
  jsonNodes: NEVER_NEAR,
  textLength: IN_WELCOME,
  framesPerSecond: FLOODED,
  frameBurst: FLOODED,
  appendsPerSecond: TOO_FAST,
  appendBurst: TOO_FAST,
  badFrames: '`error` with `bad_frame`; close code 4400',
  replayEvents: '`following.mode` (C-11, C-12)',
  snapshotEvents: '`following.from` (C-11)',
  historyPage: '`page.more` (C-18, C-21)',
  heldEvents: OWN,
  reorderWaitMs: OWN,
  pingEveryMs: IN_WELCOME,
  pingTimeoutMs: IN_WELCOME,
  probeTimeoutMs: OWN,
  connectTimeoutMs: OWN,
  requestTimeoutMs: OWN,
  outboxItems: IN_WELCOME,
  outboxDays: OWN,
  typingEveryMs: OWN,
  typingShownMs: OWN,
} as const satisfies Partial<Record<keyof typeof LIMITS, string>>;

/** The limits that `welcome` carries. */
export const LIMITS_IN_WELCOME = Object.entries(MET_BY_CLIENTS).flatMap(([name, how]) =>
  how === IN_WELCOME ? [name] : [],
);

/** The rows that the protocol's own tables give, by the mark of their table in CONFORMANCE.md. */
export const TABLES: Readonly<Record<string, readonly string[]>> = {
  'close codes': Object.values(CLOSE).map(({ code, duty, meaning }) => `| ${code} | ${duty} | ${meaning} |`),
  'error codes': Object.entries(REQUEST_ERRORS).map(
    ([code, { retry, message }]) => `| \`${code}\` | ${retry ? 'yes' : 'no'} | ${message} |`,
  ),
  limits: Object.entries(MET_BY_CLIENTS).map(
    ([name, how]) => `| \`${name}\` | ${LIMITS[name as keyof typeof MET_BY_CLIENTS].toLocaleString('en')} | ${how} |`,
  ),
};

export interface Contract {
  readonly text: string;
  /** Numbers of all rules, in the order they are given. */
  readonly rules: readonly string[];
  /** Rules that no script can prove, with the reason. */
  readonly notScriptable: ReadonlyMap<string, string>;
  /** Every example of a frame or an answer. */
  readonly examples: readonly Readonly<Record<string, unknown>>[];
  /** The rows of the table under a mark, without its head. */
  rowsOf(mark: string): readonly string[];
}

export function readContract(): Contract {
  const text = readFileSync(CONTRACT_FILE, 'utf8');
  const rowsOf = (mark: string): string[] => {
    const between = new RegExp(`<!-- ${mark} -->\\n([\\s\\S]*?)<!-- end of ${mark} -->`).exec(text)?.[1];
    if (between === undefined) throw new Error(`CONFORMANCE.md has no mark "${mark}".`);
    return between.trimEnd().split('\n').slice(2);
  };
  const marked = rowsOf('not scriptable').map((row) => row.split('|').map((cell) => cell.trim()));
  const withoutMarked = text.replace(/<!-- not scriptable -->[\s\S]*?<!-- end of not scriptable -->/, '');
  return {
    text,
    rules: [...withoutMarked.matchAll(/^\| (C-\d{2,3}) \|/gm)].map((match) => match[1] as string),
    notScriptable: new Map(marked.map(([, rule, why]) => [rule as string, why as string])),
    examples: [...text.matchAll(/```json\n([\s\S]*?)```/g)].flatMap((match) =>
      (match[1] as string)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ),
    rowsOf,
  };
}
