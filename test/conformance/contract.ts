/** CONFORMANCE.md as its readers take it: the numbered rules, the tables between their marks, and the frames it shows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLOSE, LIMITS, REQUEST_ERRORS } from '@service/protocol';

export const CONTRACT_FILE = join(import.meta.dirname, '../../CONFORMANCE.md');

/** The limits that a client meets; the others are the server's own business. */
const MET_BY_CLIENTS = [
  'frameBytes',
  'helloBytes',
  'helloTimeoutMs',
  'textLength',
  'framesPerSecond',
  'frameBurst',
  'appendsPerSecond',
  'appendBurst',
  'badFrames',
  'replayEvents',
  'snapshotEvents',
  'historyPage',
  'heldEvents',
  'reorderWaitMs',
  'pingEveryMs',
  'pingTimeoutMs',
  'probeTimeoutMs',
  'connectTimeoutMs',
  'requestTimeoutMs',
  'outboxItems',
  'outboxDays',
  'typingEveryMs',
  'typingShownMs',
] as const satisfies readonly (keyof typeof LIMITS)[];

/** The tables as the protocol's own tables say them, by the mark they stand under. */
export const TABLES: Readonly<Record<string, readonly string[]>> = {
  'close codes': Object.values(CLOSE).map(({ code, duty, meaning }) => `| ${code} | ${duty} | ${meaning} |`),
  'error codes': Object.entries(REQUEST_ERRORS).map(
    ([code, { retry, message }]) => `| \`${code}\` | ${retry ? 'yes' : 'no'} | ${message} |`,
  ),
  limits: MET_BY_CLIENTS.map((name) => `| \`${name}\` | ${LIMITS[name].toLocaleString('en')} |`),
};

export interface Contract {
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
