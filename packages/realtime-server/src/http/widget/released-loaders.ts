/**
 * Every loader this server has ever released, each under its version for good. A page that pins one by its hash must find
 * these very bytes after any number of deploys, so the first server of a version writes them down, and no later one writes
 * over them. Nodes share the folder, or have it copied along with a deploy.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Asset, scriptAsset } from '../assets.js';

export interface ReleasedLoader {
  readonly version: string;
  readonly asset: Asset;
}

const FILE = /^(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)\.js$/;

/**
 * Adds the loader at hand and returns all of them, the one at hand last. `onChanged`: its version was released before with
 * other bytes, which stay; raise the version to release these.
 */
export function releaseLoader(
  folder: string,
  version: string,
  loader: Asset,
  onChanged: (version: string) => void,
): readonly ReleasedLoader[] {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${version}.js`);
  try {
    writeFileSync(path, loader.body, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!readFileSync(path).equals(loader.body)) onChanged(version);
  }
  const versions = readdirSync(folder).flatMap((name) => FILE.exec(name)?.[1] ?? []);
  return [...versions.filter((each) => each !== version), version].map((each) => ({
    version: each,
    asset: scriptAsset(readFileSync(join(folder, `${each}.js`))),
  }));
}

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
  for (const { hash: name, body } of parts) {
    const path = fileOf(name);
    const draft = `${path}.${randomBytes(8).toString('hex')}`;
    // Whole at every moment: another node on this folder may be reading it, and would give out a half for good.
    writeFileSync(draft, body);
    renameSync(draft, path);
  }
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
