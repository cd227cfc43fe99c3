/**
 * Given to Node with `--import`, which its threads inherit: loads the answering package without the part that `LEFT_OUT` names. Each part
 * in parts.json is a text of the compiled package and what that becomes without the part. A text that is not found is an error, or a
 * part that has changed would be measured as worth nothing.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const parts = JSON.parse(readFileSync(new URL('parts.json', import.meta.url), 'utf8'));
const part = parts[process.env.LEFT_OUT ?? ''];

if (part)
  registerHooks({
    load(url, context, nextLoad) {
      if (!url.endsWith(`/packages/answering/dist/${part.file}`)) return nextLoad(url, context);
      const whole = readFileSync(fileURLToPath(url), 'utf8');
      if (!whole.includes(part.from)) throw new Error(`${part.file} has no "${part.from}": see ablations/parts.json`);
      return { format: 'module', source: whole.replace(part.from, part.to), shortCircuit: true };
    },
  });
