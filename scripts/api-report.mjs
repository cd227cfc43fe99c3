/**
 * The public API as one file, so that a change of it is seen in review and never happens by accident. It is what the built
 * declarations say, without their comments and the wording of errors.
 *
 *     node scripts/api-report.mjs      writes packages/embed-sdk/api-report.md anew, after a build
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './command.mjs';

const dist = join(root, 'packages/embed-sdk/dist');
export const REPORT = join(root, 'packages/embed-sdk/api-report.md');

/** The report that belongs to what is built now. */
export function apiReport() {
  const { exports } = JSON.parse(readFileSync(join(root, 'packages/embed-sdk/package.json'), 'utf8'));
  const sections = Object.keys(exports).map((entry) => {
    const name = entry.slice(2);
    return `## @service/embed-sdk/${name}\n\n\`\`\`ts\n${declarations(`${name}.d.ts`)}\n\`\`\`\n`;
  });
  return `# Public API\n\nWritten by \`node scripts/api-report.mjs\` from the built declarations; a test compares it with them.\n\n${sections.join('\n')}`;
}

/** A declaration file with the ones it shares with another, in place of the imports from them. */
function declarations(file) {
  const text = readFileSync(join(dist, file), 'utf8');
  const shared = [...text.matchAll(/from '\.\/([^']+)\.js';/g)].map(([, name]) => `${name}.d.ts`);
  const own = text
    .replace(/\/\*\*[\s\S]*?\*\//g, '')
    .replace(/^\s*readonly message: ".*";\n/gm, '')
    .replace(/^import [^;]*? from '\.\/[^']+';\n/gm, '')
    .replace(/ from '\.\/[^']+';/g, ';')
    .replace(/^[ \t]*\n/gm, '')
    .trim();
  return [...new Set(shared)].map(declarations).concat(own).join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(REPORT, apiReport());
