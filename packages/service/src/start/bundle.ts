/**
 * The bundle: the server's code and what it depends on, in few files (scripts/setup/server-bundle.mjs makes it). Two thousand modules
 * took most of the processor time of each start; with the bundle, a start takes about half.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export interface Bundle {
  /** The module that runs the server, as a URL. */
  readonly entry: string;
  /** The folder of its compiled code. */
  readonly compiled: string;
}

/** The packages that are in the bundle. */
export const BUNDLED = ['protocol', 'realtime-server', 'answering', 'workspace', 'service'] as const;

const PACKAGES = fileURLToPath(new URL('../../../', import.meta.url));
export const BUNDLE_FOLDER = join(PACKAGES, 'service/bundle');
/** What it was made of, written last. */
export const MADE_OF_FILE = join(BUNDLE_FOLDER, 'made-of.txt');
export const ENTRY_NAME = 'run-server';

/** Null: there is no bundle, or the packages were compiled anew since it was made. */
export function usableBundle(madeOf = read(MADE_OF_FILE)?.toString(), packages = PACKAGES): Bundle | null {
  if (madeOf === undefined || madeOf !== whatIsCompiled(packages)) return null;
  return {
    entry: pathToFileURL(join(BUNDLE_FOLDER, `${ENTRY_NAME}.js`)).href,
    compiled: join(BUNDLE_FOLDER, '.compiled'),
  };
}

/** Changes when one of the packages is compiled from other sources: one hash of the compiler's own notes on each. */
export function whatIsCompiled(packages = PACKAGES): string {
  const hash = createHash('sha1');
  for (const name of BUNDLED) hash.update(read(join(packages, name, 'dist/.tsbuildinfo')) ?? '').update('\0');
  return hash.digest('hex');
}

function read(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
