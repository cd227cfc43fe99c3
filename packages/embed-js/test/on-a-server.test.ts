// @vitest-environment node
/** Server-side rendering imports the module where there is no page. */
import { describe, expect, it, vi } from 'vitest';

describe('on a server', () => {
  it('the module can be imported and called without a window, and nothing is thrown', async () => {
    expect(typeof window).toBe('undefined');
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { default: ServiceWidget, createServiceWidget, version } = await import('../src/index.js');
    expect(ServiceWidget.version).toBe(version);
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    for (const widget of [ServiceWidget, createServiceWidget()]) {
      const errors: string[] = [];
      widget.on('error', ({ code }) => errors.push(code));
      widget.init({ inboxId: 'demo', baseUrl: 'https://chat.example' });
      widget.open();
      widget.destroy();
      expect(widget.isReady()).toBe(false);
      expect(errors).toEqual(['unsupported_origin', 'not_initialised']);
    }
    warn.mockRestore();
  });
});
