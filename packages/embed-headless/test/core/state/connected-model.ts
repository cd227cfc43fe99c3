/** A model that is connected, and inputs for it. */
import type { ServerFrame } from '@service/protocol';
import { deferred } from '../../../src/core/features/deferred.js';
import type { DeferredInput } from '../../../src/core/features/deferred-state.js';
import type { OutboxItem } from '../../../src/core/outbox/outbox.js';
import type { Effect } from '../../../src/core/state/effect.js';
import type { Input } from '../../../src/core/state/input.js';
import { type Model, newModel } from '../../../src/core/state/model.js';
import { reduce } from '../../../src/core/state/reducer.js';

export const CNV = 'cnv_aaaaaaaaaaaaaaaaaaaa';
const TOKEN = `cws_${'t'.repeat(43)}`;
export const around = { now: 1_700_000_000_000, fraction: () => 0.5, visible: true };
export const toDeferred = (input: DeferredInput): Input => ({ type: 'feature', name: 'deferred', input });
export const OLDER = toDeferred({ type: 'load-older' });
export const LOADED: Input = { type: 'loaded', name: 'deferred', feature: deferred };
export const FAILED: Input = { type: 'load-failed', name: 'deferred' };

/** Welcomed, and live with a log of 200 events of which the last one is known. */
export const GREETING: readonly ServerFrame[] = [
  {
    t: 'welcome',
    v: 1,
    session: TOKEN,
    visitor: { kind: 'visitor', id: 'kim' },
    conversation: CNV,
    now: around.now,
    limits: { frameBytes: 65_536, textLength: 8_000, outboxItems: 9, pingEveryMs: 25_000, pingTimeoutMs: 10_000 },
  },
  {
    t: 'following',
    conversation: CNV,
    epoch: 'epoch-01',
    head: 200,
    mode: 'snapshot',
    from: 200,
    read: 0,
    handler: 'agent',
  },
  { t: 'events', conversation: CNV, epoch: 'epoch-01', events: [eventOf(200)] },
  { t: 'live', conversation: CNV, head: 200 },
];
export const CONNECTED: readonly (ServerFrame | Input)[] = [
  { type: 'connection', input: { type: 'connect' } },
  { type: 'opened', generation: 1, token: null },
  ...GREETING,
];
/** The connection was lost, and another one is live. */
export const BACK: readonly (ServerFrame | Input)[] = [
  { type: 'connection', input: { type: 'reconnect' } },
  { type: 'opened', generation: 3, token: TOKEN },
  ...GREETING,
];

export function eventOf(seq: number) {
  return {
    seq,
    at: seq,
    by: { kind: 'human', id: 'ingrid' },
    clientId: `client-${seq}`,
    body: { kind: 'message', text: `m${seq}` },
  } as const;
}

export function after(model: Model, inputs: readonly (ServerFrame | Input)[]): { model: Model; effects: Effect[] } {
  const effects: Effect[] = [];
  for (const each of inputs) {
    const next = reduce(
      model,
      't' in each ? { type: 'frame', generation: model.connection.generation, frame: each } : each,
      around,
    );
    model = next.model;
    effects.push(...next.effects);
  }
  return { model, effects };
}

export const identity = { inboxId: 'demo', hostOrigin: 'https://shop.example', instance: 'instance-1', sdk: 'test' };
export const connected = (): Model => after(newModel(identity), CONNECTED).model;
export const loads = (effects: readonly Effect[]): number => effects.filter((each) => each.do === 'load').length;
export const ERASED: ServerFrame = { t: 'erased', conversation: 'cnv_bbbbbbbbbbbbbbbbbbbb' };
export const write = (clientId: string): Input => ({
  type: 'append',
  clientId,
  body: { kind: 'message', text: clientId },
});
export const appended = (effects: readonly Effect[]): readonly string[] =>
  effects.flatMap((each) => (each.do === 'send' && each.frame.t === 'append' ? [each.frame.clientId] : []));
/** An item that a closed tab has left in storage. */
export const unsentIn = (conversation: string): OutboxItem => ({
  clientId: 'theirs',
  conversation,
  body: { kind: 'message', text: 'written there' },
  createdAt: around.now + 1_000,
  sent: 0,
  failed: null,
});
/** `over`: no session is stored any more. */
export const found = (item: OutboxItem, over: boolean): Input =>
  toDeferred({ type: 'orphans-found', items: [item], own: [], over, others: false, erasing: [] });
export const asked = (effects: readonly Effect[]): readonly string[] =>
  effects.flatMap((each) => (each.do === 'send' && each.frame.t === 'history' ? [each.frame.id] : []));
