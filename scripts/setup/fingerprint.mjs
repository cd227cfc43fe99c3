/** One hash over the contents of files and folders: equal hash, equal input. Times and modes don't count: git changes them. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './processes.mjs';

/**
 * @param {string[]} paths files and folders, relative to the repository; one that doesn't exist counts as absent, so that
 *   adding it later changes the hash
 */
export function fingerprint(paths) {
  const hash = createHash('sha256').update(process.version);
  for (const path of paths) add(hash, path);
  return hash.digest('hex');
}

function add(hash, path) {
  const absolute = join(root, path);
  const stat = statSync(absolute, { throwIfNoEntry: false });
  if (stat?.isDirectory()) {
    // What a tool keeps for itself beside its outputs is not part of them.
    for (const name of readdirSync(absolute).sort()) if (!name.startsWith('.')) add(hash, `${path}/${name}`);
  } else {
    hash.update(`\0${path}\0`).update(stat ? readFileSync(absolute) : 'absent');
  }
}
