/**
 * Every loader this server has ever released, each under its version for good. A page that pins one by its hash must find
 * these very bytes after any number of deploys, so the first server of a version writes them down, and no later one writes
 * over them. Nodes share the folder, or have it copied along with a deploy.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWhole, replaceWhole } from '../../runtime/whole-file.js';
import { type Asset, scriptAsset } from '../files/asset.js';

export interface ReleasedLoader {
  readonly version: string;
  readonly asset: Asset;
}

/** Scripts are public, and nodes that share the folder may run as different users. */
const MODE = 0o644;

const FILE = /^(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)\.js$/;

/**
 * Adds the loader at hand and returns all of them, the one at hand last. `onChanged`: its version was released before with
 * other bytes, which stay; raise the version to release these. A file that a crash has cut off is replaced: a script that ends in
 * the middle runs on no page, so none can depend on it.
 */
export function releaseLoader(
  folder: string,
  version: string,
  loader: Asset,
  onChanged: (version: string) => void,
): readonly ReleasedLoader[] {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${version}.js`);
  if (!createWhole(path, loader.body, MODE)) {
    const before = readFileSync(path);
    if (isCutOff(before, loader.body)) replaceWhole(path, loader.body, MODE);
    else if (!before.equals(loader.body)) onChanged(version);
  }
  const versions = readdirSync(folder).flatMap((name) => FILE.exec(name)?.[1] ?? []);
  return [...versions.filter((each) => each !== version), version].map((each) => ({
    version: each,
    asset: scriptAsset(readFileSync(join(folder, `${each}.js`))),
  }));
}

/** What a writer that was stopped leaves: a beginning of the whole, and after a crash of the machine perhaps zeros behind it. */
function isCutOff(found: Buffer, whole: Buffer): boolean {
  const length = found.findLastIndex((byte) => byte !== 0) + 1;
  return (
    !found.equals(whole) && found.length <= whole.length && found.subarray(0, length).equals(whole.subarray(0, length))
  );
}

const isThere = (path: string, body: Buffer): boolean => existsSync(path) && readFileSync(path).equals(body);

/** The hash of a part; the first loaders took its first eight hexadecimal digits. */
export const PART_NAME = /^(?:[\w-]{43}|[0-9a-f]{8})$/;

/** What any released loader may ask for, by name. */
export interface ReleasedParts {
  get(name: string): Asset | null;
}

/**
 * Keeps what the loader at hand fetches beside it. A name that is not known is looked for once more, because a node that was
 * updated before this one may have given out its loader: that runs nothing but the very bytes it names.
 */
export function releaseAttachments(folder: string, parts: readonly Asset[]): ReleasedParts {
  mkdirSync(folder, { recursive: true });
  const fileOf = (name: string): string => join(folder, `attachment-${name}.js`);
  // What is there whole is not written again: a server must start on a disk that is full, and beside a folder that it can only read.
  for (const { hash: name, body } of parts) if (!isThere(fileOf(name), body)) replaceWhole(fileOf(name), body, MODE);
  const known = new Map<string, Asset>();
  return {
    get(name) {
      if (!PART_NAME.test(name)) return null;
      const found = known.get(name) ?? (existsSync(fileOf(name)) ? scriptAsset(readFileSync(fileOf(name))) : null);
      if (found) known.set(name, found);
      return found;
    },
  };
}
