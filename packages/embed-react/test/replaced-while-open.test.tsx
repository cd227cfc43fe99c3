/** @jsxImportSource react */
/** Another configuration begins a new widget, also while the visitor looks at the chat. */
import { act, cleanup, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useServiceWidget } from '../src/index.js';
import { createFakeWidget } from '../src/testing/index.js';

it.each([true, false])('the new one is open where the last one was: %s', async (isOpen) => {
  const fake = createFakeWidget();
  const end = fake.install();
  const { rerender, result } = renderHook((locale: string) => useServiceWidget({ inboxId: 'demo', locale }), {
    initialProps: 'en',
  });
  await act(async () => undefined);
  if (isOpen) act(() => result.current.open());
  expect(result.current.isOpen).toBe(isOpen);
  const before = fake.callsOf('open').length;
  rerender('de');
  await act(async () => undefined);
  expect(fake.config).toMatchObject({ locale: 'de' });
  expect(fake.callsOf('open').slice(before)).toHaveLength(isOpen ? 1 : 0);
  expect(result.current.isOpen).toBe(isOpen);
  cleanup();
  end();
});
