/**
 * What the dearest text or schema of a stranger costs the thread that serves everyone: processor time of one look, for each rule
 * that looks at such a text, and for a check of a function's arguments. Of many shapes the worst.
 */
import { checkArguments } from '@service/protocol';
import fc from 'fast-check';
import { hostileSchema, hostileValue } from '../../../support/wire/hostile-schemas.js';
import { slowTexts } from '../../../support/wire/slow-texts.js';
import { TEXT_RULES } from '../../../support/wire/text-rules.js';
import { ms, whole } from '../../format.js';
import type { Part } from '../../part.js';
import { median } from '../../quantile.js';

const AIM_MS = 20;
/** Rows of less say nothing. */
const SHOWN_MS = 1;
const ROUNDS = 5;
const SCHEMAS = 2_000;
const SEED = 31;

interface Row {
  readonly what: string;
  readonly shape: string;
  readonly cpuMs: number;
}

export const worstCase: Part = {
  title: 'The worst text and the worst schema',
  canBePaired: false,
  async run() {
    const rows = [...TEXT_RULES.map(worstText), worstCheck()].sort((a, b) => b.cpuMs - a.cpuMs);
    const dear = rows.filter(({ cpuMs }) => cpuMs >= SHOWN_MS);
    const table = dear.map(({ what, shape, cpuMs }) => `| ${what} | ${shape} | ${ms(cpuMs)} |`);
    const over = rows.filter(({ cpuMs }) => cpuMs > AIM_MS).length;
    const report = `
Processor time in the thread that serves everyone. ${rows.length - over} of ${rows.length} stay within the aim of ${AIM_MS} ms. Each text is as long as its
rule can get one; arguments are checked against ${whole(SCHEMAS)} schemas drawn for the worst. Rules that take less than ${SHOWN_MS} ms are left out.

| what is looked at | the worst shape | processor time |
|---|---|--:|
${table.join('\n')}
`;
    return { report, figures: rows.map(({ what, cpuMs }) => ({ name: what, value: cpuMs, better: 'less' as const })) };
  },
};

function worstText({ name, longest, rule }: (typeof TEXT_RULES)[number]): Row {
  const rows = slowTexts(longest).map((text) => ({
    what: `${name}, ${whole(longest)} characters`,
    shape: `\`${JSON.stringify(text.slice(0, 8)).replaceAll('|', '\\|').replaceAll('`', 'ˋ')}\` …`,
    cpuMs: cpuOf(() => rule(text)),
  }));
  return worst(rows);
}

function worstCheck(): Row {
  const draws = fc.sample(fc.tuple(hostileSchema, hostileValue), { numRuns: SCHEMAS, seed: SEED });
  const rows = draws.map(([schema, value]) => ({
    what: 'arguments against a schema of 16 KB',
    shape: Object.keys(schema).join(', '),
    cpuMs: cpuOf(() => checkArguments(schema, value)),
  }));
  return worst(rows);
}

const worst = (rows: readonly Row[]): Row => rows.reduce((a, b) => (b.cpuMs > a.cpuMs ? b : a));

/** The median of some rounds, after one that compiles. */
function cpuOf(run: () => unknown): number {
  const once = (): number => {
    const before = process.cpuUsage();
    try {
      run();
    } catch {
      // Refusing it is work too.
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  once();
  return median(Array.from({ length: ROUNDS }, once));
}
