// @vitest-environment happy-dom
/** @jsxImportSource react */
/** The hook where the inbox requires a consent. */
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useChat } from '../../src/react/index.js';
import { CONSENT, options, Strict, sent, serveAnew, server, settle } from './chat-app.js';

describe('a chat that requires a consent', () => {
  it('P2: reads no storage before it, says why calls do nothing, and connects with it', async () => {
    const onError = vi.fn();
    const touched = vi.spyOn(Storage.prototype, 'getItem');
    const { result } = renderHook(() => useChat(options({ requireConsent: true, onError })), { wrapper: Strict });
    await settle();
    expect(result.current.consentNeeded).toBe(true);
    expect(result.current.client.hasHistory()).toBe(false);
    for (const attempt of [
      () => result.current.sendMessage('too early'),
      () => result.current.connect(),
      () => result.current.requestHuman(),
    ])
      expect(attempt() ?? null).toBeNull();
    expect(onError.mock.calls.map(([{ code }]) => code)).toEqual(Array(3).fill('consent_required'));
    expect(server.connectionsEver).toBe(0);
    expect(touched).not.toHaveBeenCalled();
    expect(localStorage).toHaveLength(0);
    touched.mockRestore();

    act(() => result.current.consent(CONSENT));
    await settle();
    expect(result.current).toMatchObject({ consentNeeded: false, connection: 'connected' });
    act(() => void result.current.sendMessage('now'));
    await settle();
    expect(sent()).toEqual(['now']);
    expect(server.received[0]).toMatchObject({ t: 'hello', consent: CONSENT });
  });

  it('reports the problem when the inbox requires it, and connects after it', async () => {
    serveAnew({ requireConsent: true });
    const { result } = renderHook(() => useChat(options()), { wrapper: Strict });
    await settle();
    expect(result.current).toMatchObject({ consentNeeded: true, problem: { code: 'consent_required' } });
    act(() => result.current.consent(CONSENT));
    await settle();
    expect(result.current).toMatchObject({ consentNeeded: false, problem: null, connection: 'connected' });
  });

  it('may get it as an option', async () => {
    const { result, rerender } = renderHook(
      ({ agreed }) => useChat(options({ requireConsent: true, ...(agreed && { consent: CONSENT }) })),
      { wrapper: Strict, initialProps: { agreed: false } },
    );
    await settle();
    expect(server.connectionsEver).toBe(0);
    rerender({ agreed: true });
    await settle();
    expect(result.current.connection).toBe('connected');
    expect(server.connectionsEver).toBe(1);
  });
});
