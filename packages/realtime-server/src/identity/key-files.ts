/**
 * Key rings from files and environment variables, read again whenever they may have changed: a revocation must not wait for a
 * restart. A file that became unreadable keeps its last good state. A file that is gone has no keys: deleting it revokes all.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileStamp } from '../runtime/file-stamp.js';
import { replaceWhole } from '../runtime/whole-file.js';
import { type KeyRing, type RingReading, readRing } from './key-ring.js';

export interface KeyRingSource {
  /** Names an environment variable that holds the ring, or null: the file. */
  readonly env: string | null;
  readonly file: string;
}

export interface KeyFiles {
  ring(place: KeyRingSource): KeyRing;
}

interface LoadedKeys {
  /** Null: the file couldn't be opened, so the next look tries again. */
  readonly stamp: string | null;
  readonly ring: KeyRing;
}

/** `log` hears of a ring that can't be read, once for each change; nothing of its content. */
export function openKeyFiles(
  env: Readonly<Record<string, string | undefined>>,
  log: { warn(fields: object, message: string): void },
): KeyFiles {
  const known = new Map<string, LoadedKeys>();
  const read = (name: string, stamp: string, textNow: () => string | null): KeyRing => {
    const before = known.get(name);
    if (before?.stamp === stamp) return before.ring;
    const text = textNow();
    const unopened = text === null;
    const reading: RingReading = unopened ? { ok: false, problem: 'the file can’t be opened' } : readRing(text);
    // A file that can't be opened is logged once, not for each visitor.
    if (!reading.ok && !(unopened && before?.stamp === null)) {
      log.warn({ keys: name, problem: reading.problem }, 'identity keys can’t be read; the last good ones stay');
    }
    const ring = reading.ok ? reading.ring : (before?.ring ?? []);
    known.set(name, { stamp: unopened ? null : stamp, ring });
    return ring;
  };
  return {
    ring({ env: name, file }) {
      if (name !== null) {
        const text = env[name];
        if (text !== undefined && text !== '') return read(name, text, () => text);
        if (!known.has(name)) log.warn({ keys: name }, 'identity keys are not set: no visitor can be identified');
        return read(name, '', () => '[]');
      }
      const stamp = fileStamp(file);
      return read(file, stamp, () => (stamp === 'gone' ? '[]' : textOf(file)));
    },
  };
}

/** Writes a ring so that it is whole at every moment, and readable by the server's own user alone. */
export function writeRing(file: string, ring: KeyRing): void {
  replaceWhole(file, `${JSON.stringify(ring, null, 2)}\n`, 0o600);
}

/** The ring of a folder's inbox, to be changed. @throws when it is there and can't be read. */
export function readRingFile(file: string): KeyRing {
  if (!existsSync(file)) return [];
  const reading = readRing(readFileSync(file, 'utf8'));
  if (!reading.ok) throw new Error(`${file}: ${reading.problem}`);
  return reading.ring;
}

/** Null when it can't be opened now: a full table of files passes, and the file's stamp won't change then. */
function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
