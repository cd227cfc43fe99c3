// @vitest-environment happy-dom
import type { PublicInbox } from '@service/protocol';
import { expect, it, vi } from 'vitest';
import { onConsentCleared } from '../../src/panel/consent/consent-marker.js';

it('a consent that another tab has removed is noticed, also when it has removed everything', () => {
  const cleared = vi.fn();
  onConsentCleared({ id: 'demo' } as PublicInbox, cleared);
  const heard = (key: string | null, newValue: string | null = null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
  heard('service:other:consent');
  heard('service:demo:consent', '2:abc');
  expect(cleared).not.toHaveBeenCalled();
  heard('service:demo:consent');
  heard(null);
  expect(cleared).toHaveBeenCalledTimes(2);
});
