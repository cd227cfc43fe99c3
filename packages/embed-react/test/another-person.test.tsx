/** @jsxImportSource react */
/** What a page says of its visitor, from one person to the next. */
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type UseServiceWidgetConfig, useServiceWidget } from '../src/index.js';
import { createFakeWidget, type FakeWidget } from '../src/testing/index.js';

let fake: FakeWidget;
let end: () => void;
beforeEach(() => {
  fake = createFakeWidget();
  end = fake.install();
});
afterEach(() => {
  cleanup();
  end();
});

type Person = Pick<UseServiceWidgetConfig, 'user' | 'identity'>;
const identityOf = (user: string) => ({ user, getToken: async () => user });

/** What the widget is called with, after the first render, by each of the others. */
async function callsOf(...[first, ...others]: readonly Person[]): Promise<unknown[]> {
  const { rerender } = renderHook((person: Person | undefined) => useServiceWidget({ inboxId: 'demo', ...person }), {
    initialProps: first,
  });
  await act(async () => undefined);
  const before = fake.calls.length;
  for (const person of others) {
    rerender(person);
    await act(async () => undefined);
  }
  return fake.calls.slice(before).map(({ name, args }) => (name === 'updateContext' ? args[0] : name));
}

it('the claims about another person come after the logout, all of them, and nothing of the last one with them', async () => {
  const ann = { user: { name: 'Ann', email: 'ann@shop.test', company: 'Shop' }, identity: identityOf('ann') };
  const bob = { user: { name: 'Bob', company: 'Shop' }, identity: identityOf('bob') };
  expect(await callsOf(ann, bob)).toEqual(['logout', 'identify', { name: 'Bob', company: 'Shop' }]);
});

it('of two people of whom the page says the same, both are known', async () => {
  const user = { company: 'Shop' };
  expect(await callsOf({ user, identity: identityOf('ann') }, { user, identity: identityOf('bob') })).toEqual([
    'logout',
    'identify',
    user,
  ]);
});

it('a field that is gone is removed', async () => {
  expect(await callsOf({ user: { name: 'Ann', email: 'ann@shop.test' } }, { user: { name: 'Ann' } })).toEqual([
    { name: 'Ann', email: null },
  ]);
});

it('the same claims are passed on once', async () => {
  const ann = () => ({ user: { name: 'Ann' }, identity: identityOf('ann') });
  expect(await callsOf(ann(), ann(), ann())).toEqual([]);
});
