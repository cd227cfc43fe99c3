/**
 * The built server and client of a run: as shipped, or with a deliberate bug. Runs that have never caught a bug prove
 * nothing, so each promise is broken on purpose once.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../support/runs/repository.js';

const PACKAGES = resolve(ROOT, 'packages');

export interface Build {
  readonly createInnerChatClient: typeof import('../../../packages/embed-headless/dist/core/client.js').createInnerChatClient;
  readonly loadFeature: typeof import('../../../packages/embed-headless/dist/core/runtime/load-feature.js').loadFeature;
  readonly Connection: typeof import('../../../packages/realtime-server/dist/gateway/connection.js').Connection;
  readonly startHeartbeat: typeof import('../../../packages/realtime-server/dist/gateway/heartbeat.js').startHeartbeat;
  readonly createIdentityVerifier: typeof import('../../../packages/realtime-server/dist/identity/identity-verifier.js').createIdentityVerifier;
  readonly createNode: typeof import('../../../packages/realtime-server/dist/node.js').createNode;
  readonly StoreUnavailable: typeof import('../../../packages/realtime-server/dist/store/store.js').StoreUnavailable;
  readonly commandsOn: typeof import('../../../packages/realtime-server/dist/store/sqlite/connections.js').commandsOn;
  readonly readsOn: typeof import('../../../packages/realtime-server/dist/store/sqlite/connections.js').readsOn;
  readonly stepsOn: typeof import('../../../packages/realtime-server/dist/store/sqlite/run-steps.js').stepsOn;
  readonly storeOver: typeof import('../../../packages/realtime-server/dist/store/sqlite/store-queries.js').storeOver;
  readonly prepareForWriting: typeof import('../../../packages/realtime-server/dist/store/sqlite/prepare-database.js').prepareForWriting;
}

/** A deliberate bug: in this built file, `from` (which must be there exactly once) becomes `to`. */
export interface BuildChange {
  readonly package: 'embed-headless' | 'realtime-server';
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** The build as shipped. */
export function shippedBuild(): Promise<Build> {
  return load(join(PACKAGES, 'embed-headless/dist'), join(PACKAGES, 'realtime-server/dist'));
}

/** Calls `use` with a build that is broken in these places, and deletes it afterwards. */
export async function withChangedBuild<T>(
  changes: readonly BuildChange[],
  use: (build: Build) => Promise<T>,
): Promise<T> {
  const folders = new Map<string, string>();
  for (const name of ['embed-headless', 'realtime-server'] as const) {
    // Inside the package, so that its imports resolve.
    const folder = mkdtempSync(join(PACKAGES, name, '.broken-'));
    cpSync(join(PACKAGES, name, 'dist'), folder, { recursive: true });
    folders.set(name, folder);
  }
  try {
    for (const { package: name, file, from, to } of changes) {
      const path = join(folders.get(name) as string, file);
      const source = readFileSync(path, 'utf8');
      if (source.split(from).length !== 2) throw new Error(`${name}/${file} does not hold this exactly once: ${from}`);
      writeFileSync(
        path,
        source.replace(from, () => to),
      );
    }
    const build = await load(folders.get('embed-headless') as string, folders.get('realtime-server') as string);
    return await use(build);
  } finally {
    for (const folder of folders.values()) rmSync(folder, { recursive: true, force: true });
  }
}

async function load(client: string, server: string): Promise<Build> {
  const from = (folder: string, file: string) => import(pathToFileURL(join(folder, file)).href);
  const [core, features, connection, heartbeat, identities, node, store, connections, steps, queries, prepare] =
    await Promise.all([
      from(client, 'core/client.js'),
      from(client, 'core/runtime/load-feature.js'),
      from(server, 'gateway/connection.js'),
      from(server, 'gateway/heartbeat.js'),
      from(server, 'identity/identity-verifier.js'),
      from(server, 'node.js'),
      from(server, 'store/store.js'),
      from(server, 'store/sqlite/connections.js'),
      from(server, 'store/sqlite/run-steps.js'),
      from(server, 'store/sqlite/store-queries.js'),
      from(server, 'store/sqlite/prepare-database.js'),
    ]);
  // Load all features now: a run that waits for a real disk differs each time.
  await features.loadEveryFeature();
  return {
    createInnerChatClient: core.createInnerChatClient,
    loadFeature: features.loadFeature,
    Connection: connection.Connection,
    startHeartbeat: heartbeat.startHeartbeat,
    createIdentityVerifier: identities.createIdentityVerifier,
    createNode: node.createNode,
    StoreUnavailable: store.StoreUnavailable,
    commandsOn: connections.commandsOn,
    readsOn: connections.readsOn,
    stepsOn: steps.stepsOn,
    storeOver: queries.storeOver,
    prepareForWriting: prepare.prepareForWriting,
  };
}
