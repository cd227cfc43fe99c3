/** Features of the client are loaded on first use: no input for them is lost, repeated or reordered. */
import type { ServerFrame } from '@service/protocol';
import { describe, expect, it, vi } from 'vitest';
import { createInnerChatClient } from '../../../src/core/client.js';
import { deferred } from '../../../src/core/features/deferred.js';
import type { DeferredInput } from '../../../src/core/features/deferred-state.js';
import { clientTools } from '../../../src/core/lazy/client-tools/client-tools.js';
import type { OutboxItem } from '../../../src/core/outbox/outbox.js';
import { loadFeature } from '../../../src/core/runtime/load-feature.js';
import type { Effect } from '../../../src/core/state/effect.js';
import type { Feature } from '../../../src/core/state/feature.js';
import type { FeatureName } from '../../../src/core/state/feature-names.js';
import type { Input } from '../../../src/core/state/input.js';
import { type Model, newModel } from '../../../src/core/state/model.js';
import { reduce } from '../../../src/core/state/reducer.js';
import { addEffects, type Transition } from '../../../src/core/state/transition.js';
import { viewOf } from '../../../src/core/view/chat-view.js';
import type { Ports, SocketEvents } from '../../../src/platform/ports.js';

const CNV = 'cnv_aaaaaaaaaaaaaaaaaaaa';
const TOKEN = `cws_${'t'.repeat(43)}`;
const around = { now: 1_700_000_000_000, fraction: () => 0.5, visible: true };
const toDeferred = (input: DeferredInput): Input => ({ type: 'feature', name: 'deferred', input });
const OLDER = toDeferred({ type: 'load-older' });
const LOADED: Input = { type: 'loaded', name: 'deferred', feature: deferred };
const FAILED: Input = { type: 'load-failed', name: 'deferred' };

/** Welcomed, and live with a log of 200 events of which the last one is known. */
const GREETING: readonly ServerFrame[] = [
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
const CONNECTED: readonly (ServerFrame | Input)[] = [
  { type: 'connection', input: { type: 'connect' } },
  { type: 'opened', generation: 1, token: null },
  ...GREETING,
];
/** The connection was lost, and another one is live. */
const BACK: readonly (ServerFrame | Input)[] = [
  { type: 'connection', input: { type: 'reconnect' } },
  { type: 'opened', generation: 3, token: TOKEN },
  ...GREETING,
];

function eventOf(seq: number) {
  return {
    seq,
    at: seq,
    by: { kind: 'human', id: 'ingrid' },
    clientId: `client-${seq}`,
    body: { kind: 'message', text: `m${seq}` },
  } as const;
}

function after(model: Model, inputs: readonly (ServerFrame | Input)[]): { model: Model; effects: Effect[] } {
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

const identity = { inboxId: 'demo', hostOrigin: 'https://shop.example', instance: 'instance-1', sdk: 'test' };
const connected = (): Model => after(newModel(identity, null), CONNECTED).model;
const loads = (effects: readonly Effect[]): number => effects.filter((each) => each.do === 'load').length;
const ERASED: ServerFrame = { t: 'erased', conversation: 'cnv_bbbbbbbbbbbbbbbbbbbb' };
const write = (clientId: string): Input => ({ type: 'append', clientId, body: { kind: 'message', text: clientId } });
const appended = (effects: readonly Effect[]): readonly string[] =>
  effects.flatMap((each) => (each.do === 'send' && each.frame.t === 'append' ? [each.frame.clientId] : []));
/** An item that a closed tab has left in storage. */
const unsentIn = (conversation: string): OutboxItem => ({
  clientId: 'theirs',
  conversation,
  body: { kind: 'message', text: 'written there' },
  createdAt: around.now + 1_000,
  sent: 0,
  failed: null,
});
/** `over`: no session is stored any more. */
const found = (item: OutboxItem, over: boolean): Input =>
  toDeferred({ type: 'orphans-found', items: [item], own: [], over, others: false, erasing: [] });
const asked = (effects: readonly Effect[]): readonly string[] =>
  effects.flatMap((each) => (each.do === 'send' && each.frame.t === 'history' ? [each.frame.id] : []));

describe('a feature', () => {
  it('is loaded once, by the first call that needs it, and then handles the calls made meanwhile', () => {
    const early = after(newModel(identity, null), [...CONNECTED, OLDER, OLDER]);
    expect(loads(early.effects)).toBe(1);
    expect(asked(early.effects)).toEqual([]);
    const late = after(early.model, [LOADED]);
    expect(asked(late.effects)).toEqual(['older-1']);
    expect(loads(after(late.model, [OLDER]).effects)).toBe(0);
  });

  it('has the same result whether it was loaded before or after the call', () => {
    const page: ServerFrame = {
      t: 'page',
      id: 'older-1',
      conversation: CNV,
      epoch: 'epoch-01',
      events: [eventOf(199)],
      more: true,
    };
    const before = after(connected(), [LOADED, OLDER, page]);
    const later = after(connected(), [OLDER, LOADED, page]);
    expect(later.model).toEqual(before.model);
    expect(later.model.log?.events.map(({ seq }) => seq)).toEqual([199, 200]);
  });

  it('that could not be loaded causes an error, and is loaded at the next call with nothing lost', () => {
    const failed = after(connected(), [OLDER, FAILED]);
    expect(failed.effects).toContainEqual(
      expect.objectContaining({
        do: 'emit',
        name: 'error',
        detail: expect.objectContaining({ code: 'part_unavailable' }),
      }),
    );
    const again = after(failed.model, [OLDER]);
    expect(loads(again.effects)).toBe(1);
    expect(asked(after(again.model, [LOADED]).effects)).toEqual(['older-1']);
  });

  it('that could not be loaded is loaded when there is a connection again', () => {
    const failed = after(connected(), [OLDER, FAILED]);
    const back = after(failed.model, BACK);
    expect(loads(back.effects)).toBe(1);
    expect(asked(after(back.model, [LOADED]).effects)).toHaveLength(1);
  });

  it('checks the tools again after a reconnect only when the last check failed', () => {
    const checks = (effects: readonly Effect[]): number =>
      effects.filter(
        (each) =>
          each.do === 'feature' && each.name === 'clientTools' && (each.effect as { do: string }).do === 'check',
      ).length;
    const tool = { name: 'get_cart', description: 'The cart.', effects: 'read', handler: () => null } as const;
    const registered = after(newModel(identity, null), [
      { type: 'feature', name: 'clientTools', input: { type: 'register', of: { tool } } },
      { type: 'loaded', name: 'clientTools', feature: clientTools },
      ...CONNECTED,
    ]);
    expect(checks(registered.effects)).toBe(1);
    const failed = after(registered.model, [{ type: 'feature', name: 'clientTools', input: { type: 'check-failed' } }]);
    expect(checks(failed.effects)).toBe(0);
    const back = after(failed.model, BACK);
    expect(checks(back.effects)).toBe(1);
  });

  it('is not loaded twice when two loads were under way', () => {
    const once = after(connected(), [OLDER, LOADED]);
    const twice = after(once.model, [LOADED]);
    expect(twice.model).toEqual(once.model);
    expect(twice.effects).toEqual([]);
  });

  it('drops requests of a connection that is closed', () => {
    const { model } = after(connected(), [LOADED, OLDER, { type: 'connection', input: { type: 'reconnect' } }]);
    expect(model.featureStates.deferred).toMatchObject({ olderRequest: null });
    expect(model.openRequests).toEqual([]);
  });
});

describe('an older page that the screen wants', () => {
  const begun = () => after(connected(), [LOADED, OLDER]);
  const refusal = (re: string, retry: boolean): ServerFrame => ({
    ...{ t: 'error', code: retry ? 'rate_limited' : 'bad_frame', message: 'Not now.', retry, re, retryAfterMs: 3_000 },
  });
  const isLoading = (model: Model): boolean =>
    viewOf(model, { online: true, durable: true, gated: false }).loadingOlder;
  const DUE: Input = { type: 'timer', name: 'deferred.history' };

  it('is requested again when the server has refused it for now', () => {
    const { model, effects } = begun();
    const refused = after(model, [refusal(asked(effects)[0] as string, true)]);
    expect(refused.effects).toContainEqual({ do: 'timer', name: 'deferred.history', ms: 3_000 });
    expect(asked(refused.effects)).toEqual([]);
    expect(isLoading(refused.model)).toBe(true);
    const due = after(refused.model, [DUE]);
    expect(asked(due.effects)).toHaveLength(1);
    expect(asked(after(due.model, [DUE, OLDER]).effects)).toEqual([]);
  });

  it('is not requested again when it is refused for good', () => {
    const { model, effects } = begun();
    const refused = after(model, [refusal(asked(effects)[0] as string, false)]);
    expect(isLoading(refused.model)).toBe(false);
    expect(asked(after(refused.model, [DUE]).effects)).toEqual([]);
  });

  it('is requested again on the next connection, also when it is asked for between the two', () => {
    const lost = after(begun().model, [{ type: 'connection', input: { type: 'reconnect' } }]);
    expect(isLoading(lost.model)).toBe(true);
    expect(asked(after(lost.model, BACK.slice(1)).effects)).toHaveLength(1);
    const between = after(connected(), [LOADED, { type: 'connection', input: { type: 'reconnect' } }, OLDER]);
    expect(asked(between.effects)).toEqual([]);
    expect(asked(after(between.model, BACK.slice(1)).effects)).toHaveLength(1);
  });

  it('is wanted no longer when it has come', () => {
    const { model, effects } = begun();
    const id = asked(effects)[0] as string;
    const come = after(model, [
      { t: 'page', id, conversation: CNV, epoch: 'epoch-01', events: [eventOf(199)], more: true },
    ]);
    expect(isLoading(come.model)).toBe(false);
    expect(asked(after(come.model, BACK).effects)).toEqual([]);
  });
});

describe('a written message', () => {
  it('waits for the code of the conversations only until it is loaded, for whatever reason it was', () => {
    const waiting = after(connected(), [ERASED, write('later')]);
    expect(appended(waiting.effects)).toEqual([]);
    // The erasure was received on the old connection, so the loaded code no longer handles it.
    const { model, effects } = after(waiting.model, BACK);
    expect(appended(effects)).toEqual([]);
    expect(appended(after(model, [LOADED]).effects)).toEqual(['later']);
  });

  it('of a closed tab stays in its conversation, also when this tab has begun to open another one', () => {
    const before = connected();
    const item = unsentIn(CNV);
    const { model } = after(before, [
      toDeferred({ type: 'new-conversation', id: 'a-new-one', at: around.now, from: before }),
      found(item, false),
      LOADED,
    ]);
    expect(model.featureStates.deferred).toMatchObject({ opening: { id: 'a-new-one' } });
    expect(model.outbox.items.map(({ conversation }) => conversation)).toEqual([CNV]);
  });

  it('of a closed tab stays in its conversation for a connected tab, also when no session is stored any more', () => {
    // Another tab was notified of the end of the session and has removed it. This tab is still connected.
    const older = 'cnv_bbbbbbbbbbbbbbbbbbbb';
    const { model, effects } = after(connected(), [LOADED, found(unsentIn(older), true)]);
    expect(model.outbox.items.map(({ conversation }) => conversation)).toEqual([older]);
    expect(effects).toContainEqual({
      do: 'send',
      frame: expect.objectContaining({ t: 'append', conversation: older }),
    });
  });

  it('of a closed tab goes to the next conversation when the session is over for this tab as well', () => {
    const { model } = after(newModel(identity, null), [LOADED, found(unsentIn(CNV), true)]);
    expect(model.outbox.items).toMatchObject([{ conversation: null, failed: null }]);
  });

  it('that was handed over to other tabs is not stored again on leaving, as one of them may have sent it', () => {
    const { model } = after(newModel(identity, null), [
      LOADED,
      write('handed-over'),
      { type: 'connection', input: { type: 'suspend' } },
    ]);
    expect(model.outbox.items).toMatchObject([{ conversation: null, sent: 1 }]);
    const { effects } = after(model, [
      toDeferred({
        type: 'open-conversation',
        conversation: 'cnv_bbbbbbbbbbbbbbbbbbbb',
        id: 'there',
        at: around.now + 1,
        from: model,
      }),
    ]);
    expect(effects.filter((each) => each.do === 'store-item')).toEqual([]);
  });

  it('is sent next when the conversation of the message in flight is erased', () => {
    const { model } = after(connected(), [LOADED, write('first'), write('second')]);
    const [first, ...others] = model.outbox.items;
    const items = [{ ...first, conversation: 'cnv_bbbbbbbbbbbbbbbbbbbb' } as typeof first & object, ...others];
    const elsewhere = { ...model, outbox: { ...model.outbox, items } };
    expect(elsewhere.outbox.inFlight).toBe('first');
    expect(appended(after(elsewhere, [ERASED]).effects)).toEqual(['second']);
  });
});

describe('the client with features', () => {
  it('notifies no one, and throws nothing, when it is destroyed while a feature is loading', async () => {
    let arrive: (feature: Feature) => void = () => undefined;
    const load = vi.fn(
      () =>
        new Promise((resolve) => {
          arrive = resolve;
        }),
    );
    const { client, receive, sent } = await live({ load: load as unknown as NonNullable<Ports['load']> });
    receive(GREETING);
    client.loadOlder();
    expect(load).toHaveBeenLastCalledWith('deferred');
    const shown = vi.fn();
    client.subscribe(shown);
    client.destroy();
    arrive(deferred as Feature);
    await Promise.resolve();
    expect(shown).not.toHaveBeenCalled();
    expect(sent.some((text) => text.includes('"history"'))).toBe(false);
  });

  it('runs the effects of a feature with a signal that aborts on destroy', async () => {
    const signals: AbortSignal[] = [];
    const withEffect = {
      ...deferred,
      onInput: (tx: Transition, { type }: DeferredInput) =>
        type === 'load-older' && addEffects(tx, { do: 'feature', name: 'deferred', effect: 'anything' }),
      runEffect: (_effect: unknown, { ended }: { ended: AbortSignal }) => void signals.push(ended),
    };
    const { client, receive } = await live({
      load: (async (name: FeatureName) =>
        name === 'deferred' ? withEffect : loadFeature(name)) as unknown as NonNullable<Ports['load']>,
    });
    receive(GREETING);
    client.loadOlder();
    await vi.waitFor(() => expect(signals).toHaveLength(1));
    expect(signals[0]?.aborted).toBe(false);
    client.destroy();
    expect(signals[0]?.aborted).toBe(true);
  });
});

async function live(given: Partial<Ports>) {
  let events: SocketEvents | null = null;
  const sent: string[] = [];
  const storage = new Map<string, string>();
  const ports: Ports = {
    clock: { now: () => around.now, after: () => () => undefined },
    random: { fraction: () => 0.5, bytes: (count) => new Uint8Array(count) },
    openSocket: (_url, _protocol, given) => {
      events = given;
      return { send: (text) => void sent.push(text), close: () => undefined };
    },
    storage: {
      durable: false,
      get: (key) => storage.get(key) ?? null,
      set: (key, value) => storage.set(key, value) === storage,
      remove: (key) => void storage.delete(key),
      keys: () => [],
      watch: () => () => undefined,
    },
    tabs: { alone: (_name, work) => work(), present: () => () => undefined, held: async () => null },
    page: { online: () => true, visible: () => true, watch: () => () => undefined },
    ...given,
  };
  const client = createInnerChatClient({ inboxId: 'demo', baseUrl: 'http://chat', hostOrigin: 'http://shop' }, ports);
  client.connect();
  await vi.waitFor(() => expect(events).not.toBeNull());
  const socket = events as unknown as SocketEvents;
  socket.opened();
  return {
    client,
    sent,
    receive: (frames: readonly ServerFrame[]) => {
      for (const each of frames) socket.message(JSON.stringify(each));
    },
  };
}
