// @vitest-environment happy-dom
/** Where the ES module finds the chat server when a page doesn't say. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createServiceWidget } from '../../src/index.js';

const SERVER = 'http://localhost:4600';
vi.mock('../../src/version.js', () => ({ VERSION: '0.0.0', WIDGET_URL: 'http://localhost:4600' }));

describe('baseUrl: default {widget_url}', () => {
  const widget = createServiceWidget();
  afterEach(() => widget.destroy());

  it.each([
    [{}, SERVER],
    [{ baseUrl: 'https://chat.example.com' }, 'https://chat.example.com'],
  ])('of the ES module with %o is %s', (given, origin) => {
    vi.stubGlobal('location', new URL('https://shop.example'));
    expect(widget.init({ inboxId: 'demo', ...given })).toBe(true);
    expect(document.querySelector('iframe')?.src).toMatch(`${origin}/widget/demo?`);
  });

  it('the page’s own origin stays refused', () => {
    vi.stubGlobal('location', new URL(SERVER));
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const codes: string[] = [];
    widget.on('error', ({ code }) => codes.push(code));
    expect(widget.init({ inboxId: 'demo' })).toBe(false);
    expect(codes).toEqual(['insecure_self_host']);
  });
});
