/** The fixture of version 0.1.0: its facts, its packed client, and a server on a copy of its DATA_DIR. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogEvent } from '@service/embed-headless/core';
import { ROOT } from '../runs/repository.js';
import { Service, type ServiceOptions } from '../server/start-service.js';
import { turnedServerClock } from '../server/turned-server-clock.js';

export const FIXTURE = join(ROOT, 'test/fixtures/0.1.0');
export const OLD_DATA_DIR = join(FIXTURE, 'data-dir');

interface Facts {
  readonly version: string;
  readonly commit: string;
  /** Unix milliseconds of the visits. */
  readonly madeAt: number;
  readonly inbox: string;
  /** Of the page that the visitors were on; their sessions belong to it. */
  readonly origin: string;
  readonly key: { readonly orgId: string; readonly inboxId: string; readonly kid: string; readonly secret: string };
  readonly anonymous: {
    /** The browser's localStorage after the visit. */
    readonly storage: Readonly<Record<string, string>>;
    readonly conversations: readonly (readonly LogEvent[])[];
  };
  readonly signedIn: {
    readonly user: { readonly id: string; readonly name: string; readonly email: string };
    readonly conversations: readonly (readonly LogEvent[])[];
  };
}

export const FACTS = JSON.parse(readFileSync(join(FIXTURE, 'facts.json'), 'utf8')) as Facts;
/** One hour after the visits, when their sessions are still valid. */
export const AN_HOUR_LATER = FACTS.madeAt + 3_600_000;

export interface FixtureServer {
  readonly service: Service;
  dispose(): Promise<void>;
}

export interface FixtureServerOptions extends Pick<ServiceOptions, 'dataFrom' | 'main'> {
  /** Further origins that may embed the inbox. */
  readonly origins?: readonly string[];
  /** The server's clock at its start, in Unix milliseconds. Default: an hour after the visits. */
  readonly now?: number;
}

/** Starts a server with the fixture's inbox. */
export async function startFixtureServer({
  origins = [],
  now = AN_HOUR_LATER,
  ...options
}: FixtureServerOptions = {}): Promise<FixtureServer> {
  const inboxDir = mkdtempSync(join(tmpdir(), 'service-inboxes-'));
  cpSync(join(FIXTURE, 'inboxes'), inboxDir, { recursive: true });
  const file = join(inboxDir, FACTS.inbox, 'inbox.json');
  const settings = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...settings, allowedOrigins: [FACTS.origin, ...origins] }));
  const clock = turnedServerClock();
  clock.set(now - Date.now());
  const { kid, secret } = FACTS.key;
  const remove = (): void => {
    clock.remove();
    rmSync(inboxDir, { recursive: true, force: true });
  };
  try {
    const env = { ...clock.env, SHOP_KEYS: JSON.stringify([{ kid, secret }]) };
    const service = await Service.start({ inboxDir, env, ...options });
    return {
      service,
      async dispose() {
        await service.dispose();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The part of the old `/core` that the tests use, with its names of that version. */
export interface OldCore {
  createChatClient(options: {
    readonly inboxId: string;
    readonly baseUrl: string;
    readonly hostOrigin: string;
    readonly WebSocket: unknown;
  }): OldClient;
}

export interface OldClient {
  getState(): {
    readonly connection: string;
    readonly timeline: readonly {
      readonly type: string;
      readonly text?: string;
      readonly delivery?: { readonly state: string };
      readonly state?: string;
    }[];
  };
  connect(): void;
  send(text: string): string | null;
  hasHistory(): boolean;
  transcript(): Promise<readonly LogEvent[]>;
  destroy(): void;
}

/** Loads the packed client of the fixture. */
export async function oldCore(): Promise<OldCore> {
  return (await import(join(FIXTURE, 'client/core.js'))) as OldCore;
}
