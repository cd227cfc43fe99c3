/**
 * Measurements are saved in test/RESULTS.md. Each command has a section of its own and replaces it as a whole. A section
 * names the machine: a figure without its machine means nothing.
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
/** Every section begins with this. */
const MARKER = '<!-- section: ';

/** Whether this is a long run: many more rounds. Only a long run saves its figures. */
export const LONG = process.env.LONG === '1';

/** Totals are only checked after so many runs: a single run, as in a replay of a seed, may lack an event that is frequent in a hundred. */
export const MANY_RUNS = 100;

export interface Section {
  /** Identifies the section in its marker comments. Must never change, or the old section would remain beside the new one. */
  readonly name: string;
  readonly title: string;
  /** The command that writes the section. */
  readonly command: string;
  /** Packages whose versions affect the figures. */
  readonly packages: readonly string[];
  /** A further part of the machine's description, such as the browser. */
  readonly alsoOn?: string;
}

/** Writes a section with `body` (Markdown, headings from `###` on) to the file and replaces the one of the same name. */
export function saveResults(section: Section, body: string): void {
  writeFileSync(FILE, withSection(read(), section.name, sectionOf(section, body)));
}

/** The section as it is in the file, without its markers. */
export function sectionOf({ title, command, packages, alsoOn }: Section, body: string): string {
  return `## ${title}\n\nWritten by \`${command}\`.\n\n${machine(packages, alsoOn)}\n\n${body.trim()}`;
}

/**
 * Pure: `before` with the section of that name replaced, or added at the end. The other sections do not change. The header is
 * always replaced, because it lists the commands, which may have changed since the file was written.
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
