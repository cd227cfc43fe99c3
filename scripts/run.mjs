/**
 * Starts a command of package.json (`node scripts/run.mjs start`), under a private Node where this one is too old. `--help` and wrong
 * arguments end here, see usage.mjs. Nothing here may use what Node 18 lacks.
 */
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { commandsNode, isCustomersNode, isNewEnough, runUnder } from './setup/fetched/private-node.mjs';
import { usageFor } from './usage.mjs';

const own = fileURLToPath(import.meta.url);
const [name, ...args] = process.argv.slice(2);

// Who reads may go away, as `head` does. What comes after is not printed, and the command ends as it would have.
for (const output of [process.stdout, process.stderr])
  output.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
  });

const usage = usageFor(name, args);

if (usage) {
  (usage.code === 0 ? process.stdout : process.stderr).write(`${usage.text}\n`);
  process.exitCode = usage.code;
} else if (isNewEnough(process.versions.node)) {
  const file = join(dirname(own), name === 'test' ? 'test.mjs' : `commands/${name}.mjs`);
  // As if it had been started itself.
  process.argv.splice(1, 2, file);
  await import(pathToFileURL(file).href);
} else {
  try {
    const node = commandsNode();
    // Tests of what customers install use this one as well.
    const env = isCustomersNode(process.versions.node) ? { OLDEST_NODE: process.execPath } : {};
    process.exitCode = await runUnder(node, [...process.execArgv, own, name, ...args], env);
  } catch (error) {
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}
