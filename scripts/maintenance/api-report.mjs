/**
 * The public API as one file, so that a change of it is seen in review and never happens by accident. It is what the built
 * declarations say, without their comments and the wording of errors.
 *
 *     node scripts/maintenance/api-report.mjs      writes packages/embed-sdk/api-report.md anew, after a build
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../setup/processes.mjs';

const dist = join(root, 'packages/embed-sdk/dist');
export const REPORT = join(root, 'packages/embed-sdk/api-report.md');

/** The report that belongs to what is built now: each entry, and after them once what several of them share. */
export function apiReport() {
  const { exports } = JSON.parse(readFileSync(join(root, 'packages/embed-sdk/package.json'), 'utf8'));
  const entries = Object.keys(exports)
    .filter((entry) => entry !== './package.json')
    .map((entry) => `${entry.slice(2) || 'index'}.d.ts`);
  const shared = sharedBy(entries);
  const sections = [
    ...entries.map((file) => section(`@service/embed-sdk/${file.replace('.d.ts', '')}`, file)),
    // Their names carry a hash of the build, which says nothing about the API.
    ...shared.map((file) => section(`Shared: ${file.replace(/(\.d)?-[\w-]{8}\.d\.ts$/, '')}`, file)),
  ];
  return `# Public API\n\nWritten by \`node scripts/maintenance/api-report.mjs\` from the built declarations; a test compares it with them.\n\n${sections.join('\n')}`;
}

/** All declaration files that these import, directly or not, without these. */
function sharedBy(entries) {
  const found = new Set(entries);
  for (const file of found)
    for (const [, name] of read(file).matchAll(/from '\.\/([^']+)\.js';/g)) found.add(`${name}.d.ts`);
  return [...found].slice(entries.length).sort();
}

function section(title, file) {
  const declared = read(file)
    .replace(/\/\*\*[\s\S]*?\*\//g, '')
    .replace(/^\s*readonly message: ".*";\n/gm, '')
    .replace(/^import (?:[^;]*? from )?'\.\/[^']+';\n/gm, '')
    .replace(/ from '\.\/[^']+';/g, ';')
    .replace(/^[ \t]*\n/gm, '')
    .trim();
  return `## ${title}\n\n\`\`\`ts\n${declared}\n\`\`\`\n`;
}

const read = (file) => readFileSync(join(dist, file), 'utf8');

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(REPORT, apiReport());
