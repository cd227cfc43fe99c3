/**
 * `npm run structure`: counts what the rules of CONTRIBUTING.md do not allow, and lists it: import circles, functions over
 * 70 lines, files over 300 (tests and style sheets too), folders over 12 entries, words not to use. Arguments: folders to look
 * at; `--count` prints the numbers only. Exits with 1 when there is anything.
 */
import { measure } from '../structure/measure.mjs';

const folders = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const found = measure(folders.map((folder) => folder.replace(/^\.\/|\/$/g, '')));
const TITLES = {
  circles: 'import circles',
  functions: 'functions over 70 lines',
  files: 'files over 300 lines',
  folders: 'folders over 12 entries',
  words: 'listed words outside their uses',
};
for (const [kind, title] of Object.entries(TITLES)) {
  console.log(`${title}: ${found[kind].length}`);
  if (!process.argv.includes('--count')) for (const line of found[kind]) console.log(`  ${line}`);
}
process.exitCode = Object.values(found).some((list) => list.length > 0) ? 1 : 0;
