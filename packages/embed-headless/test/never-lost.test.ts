/**
 * The promise: what a visitor sent is in the log once, in the order they sent it, and every tab shows exactly the log,
 * whatever the network and the server do in between. Replay a run with SEED=<number>.
 */
import type { LogEvent } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import type { ChatClient, ChatState } from '../src/core/index.js';
import { createChatClient } from '../src/core/index.js';
import type { Keeper, Ports } from '../src/core/ports.js';
import { LogServer, type Mutation } from './simulation/log-server.js';
import { Network } from './simulation/network.js';
import { World } from './simulation/world.js';

const SEEDS = Number(process.env.SEEDS ?? 400);
const FIRST = Number(process.env.SEED ?? 1);

interface Violation {
  readonly seed: number;
  readonly what: string;
}

function keeper(storage: Map<string, string>): Keeper {
  return {
    durable: true,
    get: (key) => storage.get(key) ?? null,
    set: (key, value) => storage.set(key, value) === storage,
    remove: (key) => void storage.delete(key),
    keys: (prefix) => [...storage.keys()].filter((key) => key.startsWith(prefix)),
    watch: () => () => undefined,
  };
}

async function runOnce(
  seed: number,
  mutation: Mutation = {},
  newIdOnReload = false,
): Promise<{ violations: Violation[]; steps: number }> {
  const world = new World(seed);
  const server = new LogServer(world, mutation);
  const network = new Network(world, server);
  const storage = new Map<string, string>();
  const present = new Set<string>();
  const sent: { readonly text: string; readonly tab: number }[] = [];
  const violations: Violation[] = [];

  const ports = (): Ports => ({
    clock: { now: () => world.now, after: (ms, run) => world.after(ms, run) },
    chance: { fraction: world.fraction, bytes: (count) => world.bytes(count) },
    openSocket: network.connect,
    keeper: keeper(storage),
    tabs: {
      alone: (_name, work) => work(),
      present: (name) => {
        present.add(name);
        return () => void present.delete(name);
      },
      held: async () => present,
    },
    surroundings: { online: () => true, visible: () => true, watch: () => () => undefined },
  });
  const watch = (client: ChatClient): ChatClient => {
    client.subscribe(() => {
      const problem = gapIn(client.getState(), server.log);
      if (problem) violations.push({ seed, what: problem });
    });
    return client;
  };
  const newTab = (): ChatClient => {
    const client = watch(
      createChatClient({ inboxId: 'demo', baseUrl: 'http://server', hostOrigin: 'http://shop' }, ports()),
    );
    client.connect();
    return client;
  };

  const tabs = [newTab()];
  await world.run(500);
  tabs.push(newTab());
  network.faults = 1;
  for (let i = 0; i < 25; i++) {
    const tab = world.between(0, tabs.length - 1);
    const dice = world.fraction();
    if (dice < 0.5) {
      const text = `message ${i}`;
      sent.push({ text, tab });
      tabs[tab]?.send(text);
      // The dangerous moments are those between sending, committing and acknowledging: aim at them.
      if (world.chance(0.3)) world.after(world.between(0, 120), () => server.crash());
    } else if (dice < 0.7) network.cutOne();
    else if (dice < 0.8) server.crash();
    else if (dice < 0.9) {
      // A reload: the page is gone in the middle of whatever it did, its storage stays.
      tabs[tab]?.destroy();
      if (newIdOnReload) for (const [key, value] of [...storage]) mintAgain(storage, key, value, world);
      tabs[tab] = newTab();
    } else server.ping();
    await world.run(world.between(0, 3_000));
  }
  network.faults = 0;
  for (let i = 0; i < 12; i++) {
    await world.run(20_000);
    server.ping();
  }
  await world.run(5_000);

  const texts = server.log.flatMap(({ body }) => (body.kind === 'message' ? [body.text] : []));
  for (const { text } of sent) {
    const times = texts.filter((each) => each === text).length;
    if (times !== 1) violations.push({ seed, what: `"${text}" is in the log ${times} times` });
  }
  for (const id of server.acknowledged) {
    const times = server.log.filter((event) => event.clientId === id).length;
    if (times !== 1) violations.push({ seed, what: `acknowledged ${id} is in the log ${times} times` });
  }
  for (const client of tabs) {
    const { timeline, outbox, turn, connection } = client.getState();
    const shown = timeline.flatMap((entry) => (entry.type === 'own' ? [entry.text] : []));
    const tail = texts.slice(texts.length - shown.length);
    if (outbox !== 0) violations.push({ seed, what: `${outbox} unsent at the end` });
    if (JSON.stringify(shown) !== JSON.stringify(tail))
      violations.push({ seed, what: `shows ${shown}, log ends ${tail}` });
    if (turn !== 'ready' || connection !== 'connected') violations.push({ seed, what: `ends ${turn}, ${connection}` });
    client.destroy();
  }
  return { violations, steps: world.steps };
}

/** What a careless client does after a reload: the same message under a new id. */
function mintAgain(storage: Map<string, string>, key: string, value: string, world: World): void {
  if (!key.includes(':unsent:')) return;
  const kept = JSON.parse(value) as { item: { clientId: string } };
  const clientId = `again-${world.between(0, 1e9)}-${world.between(0, 1e9)}`;
  storage.delete(key);
  storage.set(key.replace(kept.item.clientId, clientId), JSON.stringify({ ...kept, item: { ...kept.item, clientId } }));
}

/** Every entry that has a number must be shown in the order of the log, with nothing between two neighbours left out. */
function gapIn(state: ChatState, log: readonly LogEvent[]): string | null {
  const own = state.timeline.flatMap((entry) => (entry.type === 'own' && entry.seq !== null ? [entry.seq] : []));
  const first = own[0];
  const last = own[own.length - 1];
  if (first === undefined || last === undefined) return null;
  const expected = log.filter((e) => e.body.kind === 'message' && e.seq >= first && e.seq <= last).map((e) => e.seq);
  return JSON.stringify(expected) === JSON.stringify(own) ? null : `a gap was shown: ${own} of ${expected}`;
}

describe('a message is never lost and never doubled', () => {
  it(`through cuts, crashes, reloads, lost hints and half-open sockets (${SEEDS} seeds)`, async () => {
    let steps = 0;
    for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
      const run = await runOnce(seed);
      steps += run.steps;
      expect(run.violations, `replay with SEED=${seed} SEEDS=1`).toEqual([]);
    }
    console.log(`seeds ${FIRST}–${FIRST + SEEDS - 1}: ${steps} steps, 0 violations`);
  });

  it('and this very check notices a server that acknowledges before it commits', async () => {
    expect(await someSeedFails((seed) => runOnce(seed, { ackBeforeCommit: true }))).toBe(true);
  });

  it('and notices a client that makes a new id after a reload', async () => {
    expect(await someSeedFails((seed) => runOnce(seed, {}, true))).toBe(true);
  });
});

async function someSeedFails(run: (seed: number) => Promise<{ violations: Violation[] }>): Promise<boolean> {
  for (let seed = 1; seed <= 60; seed++) if ((await run(seed)).violations.length > 0) return true;
  return false;
}
