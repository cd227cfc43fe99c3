/** @jsxImportSource react */
/** baseUrl: default {widget_url}, in a React app: the server that the package was built for. */
import { SHARED_INSTANCE_GRACE_MS } from '@service/protocol';
import { act, cleanup, render, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServiceWidget, useServiceWidget } from '../src/index.js';
import { AllIsNear } from './all-is-near.js';

const BUILT_FOR = 'http://localhost:4600';

beforeEach(() => {
  vi.useFakeTimers();
  // The simulated browser has no origin and no layout; every real one does.
  Object.assign(window, { origin: 'https://shop.test', IntersectionObserver: AllIsNear });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(async () => {
  cleanup();
  await act(() => vi.advanceTimersByTimeAsync(SHARED_INSTANCE_GRACE_MS));
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const addresses = (): readonly string[] => [...document.querySelectorAll('iframe')].map(({ src }) => src);

describe('baseUrl: default {widget_url}', () => {
  it.each([
    [undefined, BUILT_FOR],
    ['https://chat.test', 'https://chat.test'],
    ['https://chat.test/', 'https://chat.test'],
  ])('of the hook with %s', (baseUrl, origin) => {
    renderHook(() => useServiceWidget({ inboxId: 'demo', ...(baseUrl && { baseUrl }) }));
    expect(addresses()).toEqual([expect.stringContaining(`${origin}/widget/demo?`)]);
  });

  it.each([
    [undefined, BUILT_FOR],
    ['https://chat.test', 'https://chat.test'],
  ])('of <ServiceWidget> with %s', (baseUrl, origin) => {
    render(<ServiceWidget inboxId="demo" {...(baseUrl && { baseUrl })} />);
    expect(addresses()).toEqual([expect.stringContaining(`${origin}/widget/demo?`)]);
  });

  it('a path is refused, and the page’s own origin', () => {
    for (const baseUrl of ['https://chat.test/chat', location.origin]) {
      const { result } = renderHook(() => useServiceWidget({ inboxId: 'demo', baseUrl }));
      expect(result.current.status).toBe('error');
    }
    expect(addresses()).toEqual([]);
  });
});
