/**
 * Starts the commands of package.json: `node scripts/run.mjs start` runs scripts/start.mjs, under a private Node when this one
 * is too old. Kept to what an old Node can run.
 */
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isNewEnough, privateNode, runUnder } from './private-node.mjs';

const own = fileURLToPath(import.meta.url);
const [name, ...args] = process.argv.slice(2);

if (isNewEnough(process.versions.node)) {
  const file = join(dirname(own), `${name}.mjs`);
  process.argv.splice(1, 2, file);
  await import(pathToFileURL(file).href);
} else {
  try {
    process.exitCode = await runUnder(privateNode(), [...process.execArgv, own, name, ...args]);
  } catch (error) {
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}
