// @vitest-environment happy-dom
/** The settings of an inbox, over a network that fails for a while. */
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useInbox } from '../../src/react/index.js';

const ADDRESS = { inboxId: 'demo', baseUrl: 'https://chat.test' };
const inbox = { id: 'demo', name: 'Fjell' };
const answered = async (status = 200) => new Response(JSON.stringify(inbox), { status });
const failing = async () => {
  throw new TypeError('Failed to fetch');
};
const request = vi.fn<() => Promise<Response>>();
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  request.mockReset();
  vi.stubGlobal('fetch', request);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('are requested again until they come, and not afterwards', async () => {
  request.mockImplementation(failing);
  const { result } = renderHook(() => useInbox(ADDRESS));
  await pass(0);
  expect(result.current).toMatchObject({ status: 'failed', error: { code: 'server_unreachable' } });
  await pass(600_000);
  expect(request.mock.calls.length).toBeGreaterThan(10);
  expect(request.mock.calls.length).toBeLessThan(1_000);
  request.mockImplementation(answered);
  await pass(60_000);
  expect(result.current).toEqual({ status: 'ready', inbox, error: null });
  const { length } = request.mock.calls;
  await pass(600_000);
  expect(request.mock.calls).toHaveLength(length);
});

it('are not requested again where the server has refused the page, nor after unmounting', async () => {
  request.mockImplementation(() => answered(404));
  const { result, unmount } = renderHook(() => useInbox(ADDRESS));
  await pass(600_000);
  expect(result.current.error?.code).toBe('inbox_unavailable');
  expect(request.mock.calls).toHaveLength(1);
  request.mockImplementation(failing);
  const other = renderHook(() => useInbox({ ...ADDRESS, inboxId: 'other' }));
  await pass(0);
  other.unmount();
  unmount();
  const { length } = request.mock.calls;
  await pass(600_000);
  expect(request.mock.calls).toHaveLength(length);
});
