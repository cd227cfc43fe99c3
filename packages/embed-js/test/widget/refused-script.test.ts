// @vitest-environment happy-dom
/** What `diagnose()` says when the rest of the script can't be loaded: the address that a policy has to allow. */
import { afterEach, expect, it, vi } from 'vitest';
import { createWidget } from '../../src/widget/create-service-widget.js';

const CHAT = 'https://chat.example';
const parts = {
  controller: () => Promise.reject(new TypeError('blocked')),
  inPage: () => Promise.reject(),
  launcher: () => undefined,
};

afterEach(() => vi.restoreAllMocks());

it.each([
  ['before init', undefined, CHAT],
  ['after an init that failed', { inboxId: 'no such id!' }, CHAT],
  ['of a chat', { inboxId: 'demo' }, CHAT],
  ['of a chat with another server', { inboxId: 'demo', baseUrl: 'https://other.example' }, 'https://other.example'],
] as const)('%s', async (_when, config, origin) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('location', new URL('https://shop.example'));
  const widget = createWidget(parts, { defaultBaseUrl: CHAT });
  if (config) widget.init(config);
  expect(await widget.diagnose()).toMatchObject([{ code: 'script_refused', fix: `Allow script-src ${origin}` }]);
  widget.destroy();
});
