/**
 * Logos in files, named by the hash of their address. A good logo stays until a newer one was fetched, however long its host
 * is down. An address that gives no logo is requested again only after a while, however many visitors ask.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { logoName } from '../../inbox/logo-url.js';
import { type Clock, havePassed } from '../../runtime/clock.js';
import type { ImageType } from '../uploads/images/clean-image.js';
import { fetchLogo, type LogoRefusal, type LogoSource } from './fetch-logo.js';

/** A logo that changes under the same address shows a day later. */
const FRESH_MS = 86_400_000;
/** When an address that gave no logo is requested again. */
const AGAIN_MS = 600_000;

export interface Logo {
  readonly type: ImageType;
  readonly body: Buffer;
}

export interface LogoCache {
  /** The logo of an address that an operator wrote down, fetched now when it isn't here; null when there is none to show. */
  logo(address: string): Promise<Logo | null>;
}

export interface LogoCacheOptions extends LogoSource {
  readonly folder: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly onRefused: (address: string, reason: LogoRefusal) => void;
  readonly onFailure: (error: Error) => void;
}

interface CachedLogo {
  readonly path: string;
  readonly type: ImageType;
  /** Unix milliseconds. */
  readonly at: number;
}

const ENDINGS = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp', 'image/gif': 'gif' } as const;
const TYPES = Object.keys(ENDINGS) as ImageType[];

/** `folder` is made when there is none; drafts of an earlier process are removed. */
export function openLogoCache({ folder, clock, onRefused, onFailure, ...source }: LogoCacheOptions): LogoCache {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) if (name.startsWith('draft-')) rmSync(join(folder, name), { force: true });
  const fetching = new Map<string, Promise<void>>();
  /** When an address was last requested, with any result. */
  const asked = new Map<string, number>();

  const fileOf = (name: string, type: ImageType): string => join(folder, `${name}.${ENDINGS[type]}`);
  const findCached = async (name: string): Promise<CachedLogo | null> => {
    for (const type of TYPES) {
      const path = fileOf(name, type);
      const found = await stat(path).catch(() => null);
      if (found) return { path, type, at: found.mtimeMs };
    }
    return null;
  };

  const fetchAnew = async (address: string, name: string): Promise<void> => {
    const draft = join(folder, `draft-${randomBytes(8).toString('hex')}`);
    try {
      const fetched = await fetchLogo(source, address, draft, `${draft}-drawn`);
      if (!fetched.ok) return onRefused(address, fetched.reason);
      await rename(`${draft}-drawn`, fileOf(name, fetched.type));
      for (const other of TYPES) if (other !== fetched.type) await rm(fileOf(name, other), { force: true });
    } catch (error) {
      onFailure(error as Error);
    } finally {
      // Often not awaited, so an error here would end the process.
      await rm(draft, { force: true }).catch(onFailure);
      await rm(`${draft}-drawn`, { force: true }).catch(onFailure);
    }
  };
  /** One request for all that ask at the same moment. */
  const refresh = (address: string, name: string): Promise<void> => {
    const underway = fetching.get(name);
    if (underway) return underway;
    if (!havePassed(AGAIN_MS, asked.get(name) ?? Number.NEGATIVE_INFINITY, clock.now())) return Promise.resolve();
    asked.set(name, clock.now());
    const begun = fetchAnew(address, name).finally(() => fetching.delete(name));
    fetching.set(name, begun);
    return begun;
  };

  return {
    async logo(address) {
      const name = logoName(address);
      const before = await findCached(name);
      // An old one is shown while the next one is fetched.
      if (!before) await refresh(address, name);
      else if (clock.now() - before.at > FRESH_MS) void refresh(address, name);
      const found = before ?? (await findCached(name));
      const body = found && (await readFile(found.path).catch(() => null));
      return found && body ? { type: found.type, body } : null;
    },
  };
}
