/** The judges of the agents' protocol: programs of its makers that only the long run asks, so they are fetched there. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, installInto } from './npm-install.mjs';

const JUDGES = {
  conformance: { version: '0.1.16', program: 'dist/index.js' },
  inspector: { version: '2.12.0', program: 'clients/launcher/build/index.js' },
};

/**
 * The program of a judge, fetched when it isn't there yet.
 * @param {keyof typeof JUDGES} name
 * @returns {string}
 * @throws {Error} with what to do
 */
export function judgeProgram(name) {
  const { version, program } = JUDGES[name];
  const folder = join(CACHE, `mcp-${name}-${version}`);
  const inside = join('node_modules/@modelcontextprotocol', name, program);
  const path = join(folder, inside);
  if (existsSync(path)) return path;
  console.log(`Fetching @modelcontextprotocol/${name} ${version} from the npm registry into .cache …`);
  const spec = `@modelcontextprotocol/${name}@${version}`;
  if (installInto(folder, spec, (installed) => existsSync(join(installed, inside)))) return path;
  throw new Error(`${spec} could not be fetched from the npm registry. Try again with a network.`);
}
