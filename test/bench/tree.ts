/** Finds the measured files of a checkout: older ones had them in other folders. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/runs/repository.js';

export const OWN_TREE = ROOT;

export const serverOf = (tree: string): string =>
  firstOf(tree, 'packages/service/dist/main.js', 'packages/realtime-server/dist/main.js');

export const streamingServerOf = (tree: string): string =>
  firstOf(tree, 'test/bench/measure/streaming-server.mjs', 'test/bench/streaming-server.mjs');

function firstOf(tree: string, ...paths: readonly string[]): string {
  const found = paths.map((path) => join(tree, path)).find(existsSync);
  if (!found) throw new Error(`${tree} has no ${paths.at(-1)}. Build it first: npm run build`);
  return found;
}
