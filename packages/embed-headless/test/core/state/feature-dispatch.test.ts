/** Features of the client are loaded on first use: no input for them is lost, repeated or reordered. */
import type { ServerFrame } from '@service/protocol';
import { describe, expect, it, vi } from 'vitest';
import { createInnerChatClient } from '../../../src/core/client.js';
import { deferred } from '../../../src/core/features/deferred.js';
import type { DeferredInput } from '../../../src/core/features/deferred-state.js';
import { clientTools } from '../../../src/core/lazy/client-tools/client-tools.js';
import { loadFeature } from '../../../src/core/runtime/load-feature.js';
import type { Effect } from '../../../src/core/state/effect.js';
import type { Feature } from '../../../src/core/state/feature.js';
import type { FeatureName } from '../../../src/core/state/feature-names.js';
import type { Input } from '../../../src/core/state/input.js';
import { type Model, newModel } from '../../../src/core/state/model.js';
import { addEffects, type Transition } from '../../../src/core/state/transition.js';
import { viewOf } from '../../../src/core/view/chat-view.js';
import type { Ports, SocketEvents } from '../../../src/platform/ports.js';
import {
  after,
  around,
  asked,
  BACK,
  CNV,
  CONNECTED,
  connected,
  eventOf,
  FAILED,
  GREETING,
  identity,
  LOADED,
  loads,
  OLDER,
} from './connected-model.js';

describe('a feature', () => {
  it('is loaded once, by the first call that needs it, and then handles the calls made meanwhile', () => {
    const early = after(newModel(identity), [...CONNECTED, OLDER, OLDER]);
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
    const registered = after(newModel(identity), [
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
