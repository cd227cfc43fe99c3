import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createChangeFilter,
  createIdentitySync,
  createSharedInstances,
  SHARED_INSTANCE_GRACE_MS,
} from '../../src/embed/shared-instance.js';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('shared instances', () => {
  it('are destroyed when the grace period after the last holder is over', () => {
    const destroyed: object[] = [];
    const instances = createSharedInstances<object, null>(
      () => ({}),
      (instance) => destroyed.push(instance),
    );
    const instance = instances.get('a', null);
    const [first, second] = [instances.hold('a', null), instances.hold('a', null)];
    first();
    vi.advanceTimersByTime(SHARED_INSTANCE_GRACE_MS * 2);
    second();
    vi.advanceTimersByTime(SHARED_INSTANCE_GRACE_MS - 1);
    expect(destroyed).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(destroyed).toEqual([instance]);
    expect(instances.get('a', null)).not.toBe(instance);
  });

  it('survive when they are held again within the grace period', () => {
    const destroyed: object[] = [];
    const instances = createSharedInstances<object, null>(
      () => ({}),
      (instance) => destroyed.push(instance),
    );
    const instance = instances.get('a', null);
    instances.hold('a', null)();
    vi.advanceTimersByTime(SHARED_INSTANCE_GRACE_MS - 1);
    instances.hold('a', null);
    vi.advanceTimersByTime(SHARED_INSTANCE_GRACE_MS * 2);
    expect(destroyed).toEqual([]);
    expect(instances.get('a', null)).toBe(instance);
  });

  it('are not shared on a server', () => {
    vi.stubGlobal('window', undefined);
    const instances = createSharedInstances<object, null>(
      () => ({}),
      () => undefined,
    );
    expect(instances.get('a', null)).not.toBe(instances.get('a', null));
  });
});

it('a change filter compares by value, and takes no value for no change', () => {
  const applied: object[] = [];
  const filter = createChangeFilter({ user: { name: 'Kim' } });
  const change = (user: object | undefined): void => filter('user', user, (value) => applied.push(value));
  change({ name: 'Kim' });
  expect(applied).toEqual([]);
  change({ name: 'Lee' });
  change(undefined);
  change({ name: 'Lee' });
  expect(applied).toEqual([{ name: 'Lee' }]);
});

it('an identity is passed on once per user, and the newest function is asked', () => {
  const calls: string[] = [];
  let ask: ((question: { nonce: string }) => unknown) | undefined;
  const sync = createIdentitySync(
    (getToken) => {
      calls.push('identify');
      ask = getToken;
    },
    () => calls.push('logout'),
  );
  sync({ user: 'kim', getToken: () => 'first' });
  sync({ user: 'kim', getToken: () => 'second' });
  sync(undefined);
  expect(calls).toEqual(['identify']);
  expect(ask?.({ nonce: 'n' })).toBe('second');
  sync({ user: 'lee', getToken: () => 'third' });
  sync(null);
  expect(calls).toEqual(['identify', 'logout', 'identify', 'logout']);
  expect(ask?.({ nonce: 'n' })).toBeNull();
});
