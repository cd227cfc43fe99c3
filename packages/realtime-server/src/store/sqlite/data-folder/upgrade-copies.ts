/**
 * Before a version changes the tables of an embedded database, the file is copied: the way back where the upgrade was a mistake. A copy
 * holds what people wrote, so it is deleted at the first erasure, and after seven days.
 */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** In the data folder. */
export const COPIES_FOLDER = 'backups';
const LIVES_MS = 7 * 24 * 3_600_000;
/** Room that must be left on the disk beside the copy: the change itself writes, too. */
const RESERVE_BYTES = 2 ** 24;
const PARTIAL = '.partial';
/** `service-26-20261127T095200Z.db`: which database, the version of its tables, and when it was copied. */
const NAME = /^([a-z]+)-(\d+)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/;

export interface CopySource {
  /** The data folder. */
  readonly folder: string;
  /** Of the file in it, without `.db`. */
  readonly name: 'service' | 'workspace';
  /** Of its tables. */
  readonly version: number;
  /** What the copy needs. */
  readonly bytes: number;
  /** Unix milliseconds. */
  readonly now: number;
}

export interface UpgradeCopy {
  /** An empty file, for `VACUUM INTO`. */
  readonly partial: string;
  /** The copy is whole. Earlier ones of the same tables go. @returns the line for the operator */
  finish(): string;
  /** The copy could not be made. @returns the error to stop with */
  failed(error: unknown): Error;
}

/**
 * Makes room for a copy.
 * @param freeBytes of the disk. @defaultValue as the system reports them
 * @throws what to do, where the disk has too little room or the folder can't be made
 */
export function beginCopy(source: CopySource, freeBytes = freeIn(source.folder)): UpgradeCopy {
  const { folder, name, version, bytes, now } = source;
  const copies = join(folder, COPIES_FOLDER);
  const needed = bytes + RESERVE_BYTES;
  const failed = (error: unknown): Error =>
    new Error(
      `${name}.db must be copied before this version changes it, and that failed (${(error as Error).message}). The copy needs ${mebibytes(needed)} in ${copies}. Nothing was changed. Make room there, or move DATA_DIR to another disk, and start again.`,
    );
  if (freeBytes < needed) throw failed(new Error(`the disk has ${mebibytes(freeBytes)} left`));
  const at = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const path = join(copies, `${name}-${version}-${at}.db`);
  const partial = path + PARTIAL;
  try {
    mkdirSync(copies, { recursive: true, mode: 0o700 });
    rmSync(partial, { force: true });
    writeFileSync(partial, '', { mode: 0o600 });
  } catch (error) {
    throw failed(error);
  }
  return {
    partial,
    finish() {
      flush(partial);
      renameSync(partial, path);
      for (const other of copiesIn(folder))
        if (other.path !== path && other.name === name && other.version === version) rmSync(other.path);
      return `${name}.db was copied to ${path} before this version changed it. The copy is deleted at the first erasure, and after 7 days`;
    },
    failed(error) {
      rmSync(partial, { force: true });
      return failed(error);
    },
  };
}

/** Deletes all copies, before what they hold is erased from the database. @throws what the file system throws */
export function removeCopies(folder: string): void {
  for (const { path } of copiesIn(folder)) rmSync(path);
}

/** Deletes copies of seven days ago. @throws what the file system throws */
export function removeOldCopies(folder: string, now: number): void {
  for (const { path, at } of copiesIn(folder)) if (at <= now - LIVES_MS) rmSync(path);
}

/** Deletes what a process left that died while it copied. Only while no other process has the folder. */
export function removePartialCopies(folder: string): void {
  for (const name of namesIn(folder))
    if (name.endsWith(PARTIAL)) rmSync(join(folder, COPIES_FOLDER, name), { force: true });
}

interface Copy {
  readonly path: string;
  readonly name: string;
  readonly version: number;
  readonly at: number;
}

/** Other files in the folder are not ours. */
function copiesIn(folder: string): readonly Copy[] {
  return namesIn(folder).flatMap((file) => {
    const found = NAME.exec(file);
    if (!found) return [];
    const [name = '', version, year, month, day, hour, minute, second] = found.slice(1);
    const at = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
    return [{ path: join(folder, COPIES_FOLDER, file), name, version: Number(version), at }];
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(join(folder, COPIES_FOLDER));
  } catch {
    return [];
  }
}

function freeIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** The change that follows must not reach the disk before the copy does. */
function flush(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

const mebibytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20).toLocaleString('en')} MiB`;
