/**
 * The measurements that are kept, in test/RESULTS.md: one section for each command, replaced as a whole by that command
 * and by nobody else. Each says what it was measured on, because a number without its machine means nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './repository.js';

const FILE = join(ROOT, 'test/RESULTS.md');
const HEADER = `# Results

\`npm run bench\` writes the section "Benchmarks", \`npm run eval\` "Answers without a key"; \`npm run test:long\` writes every
other one. Nothing here is written by hand. Each section names its machine: absolute numbers are only true for that one.
`;
/** How every section begins. */
const MARKER = '<!-- section: ';

/** Whether this is a long run: many more rounds, and only such a run keeps its figures. */
export const LONG = process.env.LONG === '1';

/**
 * So many runs must be made before their totals are judged: one run alone, as in a replay of its seed, may well have nothing
 * of what a hundred have plenty of.
 */
export const MANY_RUNS = 100;

export interface Section {
  /** Stands in the marker comments; never changes, or the old section would stay beside the new one. */
  readonly name: string;
  /** As read by a person. */
  readonly title: string;
  /** What to run to get it again. */
  readonly command: string;
  /** Packages whose versions matter to the figures. */
  readonly packages: readonly string[];
  /** Further things the machine needs to be described by, such as the browser. */
  readonly alsoOn?: string;
}

/** Puts a section with `body` (Markdown, headings from `###` on) into the file, in place of the one of the same name. */
export function keepResults(section: Section, body: string): void {
  writeFileSync(FILE, withSection(read(), section.name, sectionOf(section, body)));
}

/** The section as it stands in the file, without its markers. */
export function sectionOf({ title, command, packages, alsoOn }: Section, body: string): string {
  return `## ${title}\n\nWritten by \`${command}\`.\n\n${machine(packages, alsoOn)}\n\n${body.trim()}`;
}

/**
 * Pure: `file` with the section of that name replaced, or added at the end. The other sections stay as they are; what stands
 * above all of them is said anew, because it tells which commands there are, and a file outlives that.
 */
export function withSection(before: string, name: string, text: string): string {
  const first = before.indexOf(MARKER);
  const file = first === -1 ? HEADER : `${HEADER}\n${before.slice(first)}`;
  const [from, to] = [`${MARKER}${name} -->`, `<!-- end: ${name} -->`];
  const whole = `${from}\n${text}\n${to}`;
  const begin = file.indexOf(from);
  const end = file.indexOf(to);
  if (begin === -1 || end < begin) return `${file.trimEnd()}\n\n${whole}\n`;
  return file.slice(0, begin) + whole + file.slice(end + to.length);
}

function read(): string {
  try {
    return readFileSync(FILE, 'utf8');
  } catch {
    return '';
  }
}

function machine(packages: readonly string[], also?: string): string {
  const [first] = cpus();
  const versions = packages.map((name) => `${name} ${versionOf(name)}`);
  return [
    `- ${new Date().toISOString().slice(0, 10)}`,
    `- ${first?.model.trim() ?? arch()}, ${cpus().length} cores, ${(totalmem() / 2 ** 30).toFixed(1)} GiB, ${type()} ${release()} ${arch()}`,
    `- ${[`Node ${process.versions.node}`, ...versions, ...(also ? [also] : [])].join(', ')}`,
  ].join('\n');
}

function versionOf(name: string): string {
  return JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')).version;
}
