/** Measurements one after the other, so that none disturbs another, and the report of them. */
import { type Section, saveResults, sectionOf } from '../support/runs/results.js';
import { type Site, startSite } from '../support/sites/start-site.js';
import { comparePairs } from './paired.js';
import type { Context, Part } from './part.js';
import { PARTS } from './parts.js';
import { OWN_TREE } from './tree.js';

export { PARTS };

export type Tell = (what: string) => void;

const SECTION: Section = {
  name: 'benchmarks',
  title: 'Benchmarks',
  command: 'npm run bench',
  packages: ['ws', 'socket.io', 'libsql', 'pg', 'hono', 'preact', 'playwright-core'],
};

/**
 * Measures everything, writes the report into test/RESULTS.md and returns it as Markdown. A part that fails is named there, and leaves
 * the others their figures: a whole run takes three quarters of an hour.
 */
export async function runAll(tell: Tell): Promise<string> {
  const report = await measure(PARTS, tell, undefined, (error) => {
    process.exitCode = 1;
    console.error(error);
    return `Not measured: ${error instanceof Error ? error.message : error}`;
  });
  const body = `Every ratio compares two measurements of one run. Load generator, server and baselines share the machine's cores.\n\n${report}`;
  saveResults(SECTION, body);
  return sectionOf(SECTION, body);
}

/** Measures one part. The report is not stored: all figures of a section belong to one run. `runs`: see {@link Context.runs}. */
export function runOnly(name: string, tell: Tell, runs?: number): Promise<string> {
  return measure({ [name]: PARTS[name] as Part }, tell, runs);
}

/** Measures one part, or all that can be compared, of this tree and of another one in turn. The report is not stored. */
export async function runAgainst(tree: string, only: string | undefined, tell: Tell): Promise<string> {
  const names = only ? [only] : Object.keys(PARTS).filter((name) => PARTS[name]?.canBePaired);
  const reports: string[] = [];
  for (const name of names) reports.push(await comparePairs(name, PARTS[name] as Part, tree, tell));
  return reports.join('\n\n');
}

/** `failed`: the report of a part that has failed. Absent: rejects. */
async function measure(
  parts: Readonly<Record<string, Part>>,
  tell: Tell,
  runs?: number,
  failed?: (error: unknown) => string,
): Promise<string> {
  let site: Promise<Site> | null = null;
  const context: Context = {
    tree: OWN_TREE,
    quick: false,
    ...(runs !== undefined && { runs }),
    site() {
      site ??= startSite();
      return site;
    },
  };
  try {
    const reports: string[] = [];
    for (const [name, { title, run }] of Object.entries(parts)) {
      tell(`Measuring ${name} …`);
      const report = await run(context).then((measured) => measured.report.trim(), failed);
      reports.push(`### ${title}\n\n${report}`);
    }
    return reports.join('\n\n');
  } finally {
    await (site as Promise<Site> | null)?.then((started) => started.dispose());
  }
}
