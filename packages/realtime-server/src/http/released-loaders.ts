/**
 * Every loader this server has ever released, each under its version for good. A page that pins one by its hash must find
 * these very bytes after any number of deploys, so the first server of a version writes them down, and no later one writes
 * over them. Nodes share the folder, or have it copied along with a deploy.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Asset, scriptAsset } from './assets.js';

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

const ATTACHMENT = /^attachment-([0-9a-f]{8})[.]js$/;

/** Keeps what the loader at hand fetches beside it, and returns all that any released loader may ask for, by name. */
export function releaseAttachments(folder: string, parts: readonly Asset[]): ReadonlyMap<string, Asset> {
  mkdirSync(folder, { recursive: true });
  for (const { name, body } of parts) {
    const path = join(folder, `attachment-${name}.js`);
    const draft = `${path}.${randomBytes(8).toString('hex')}`;
    // Whole at every moment: another node on this folder may be reading it, and would give out a half for good.
    writeFileSync(draft, body);
    renameSync(draft, path);
  }
  const names = readdirSync(folder).flatMap((file) => ATTACHMENT.exec(file)?.[1] ?? []);
  return new Map(names.map((name) => [name, scriptAsset(readFileSync(join(folder, `attachment-${name}.js`)))]));
}
