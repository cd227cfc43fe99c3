// @vitest-environment happy-dom
/** `destroy()`: "remove iframe and listeners", with a chat in the page and without. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createServiceWidget, type ServiceWidget } from '../../src/index.js';

const SHOP = { inboxId: 'demo', baseUrl: 'https://chat.example' } as const;

let widget: ServiceWidget;
beforeEach(() => {
  vi.stubGlobal('location', new URL('https://shop.example'));
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  widget = createServiceWidget();
});
afterEach(() => {
  widget.destroy();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const STATES: Readonly<Record<string, () => unknown>> = {
  'before init': () => undefined,
  'after an init that failed for its inbox': () => widget.init({ ...SHOP, inboxId: 'no such id!' }),
  'after an init that failed for its container': () => widget.init({ ...SHOP, containerId: 'nowhere' }),
  'after an init that failed for its server': () => widget.init({ ...SHOP, baseUrl: 'https://shop.example' }),
  'with a chat': () => widget.init(SHOP),
  'with a chat whose frame the page has removed': () => {
    widget.init(SHOP);
    document.querySelector('iframe')?.remove();
  },
  'after destroy()': () => {
    widget.init(SHOP);
    widget.destroy();
  },
};

describe('destroy() removes the listeners and the iframe', () => {
  it.each(Object.keys(STATES))('%s', (name) => {
    STATES[name]?.();
    const heard: string[] = [];
    for (const event of ['error', 'destroy', 'ready'] as const) widget.on(event, () => heard.push(event));
    heard.length = 0;
    widget.destroy();
    expect(heard).toEqual(['destroy']);
    expect(document.querySelector('iframe')).toBeNull();
    expect(widget.isReady()).toBe(false);
    // Nothing is heard of what comes after it.
    widget.init({ ...SHOP, inboxId: 'no such id!' });
    widget.destroy();
    expect(heard).toEqual(['destroy']);
    expect(widget.init(SHOP)).toBe(true);
    expect(document.querySelectorAll('iframe')).toHaveLength(1);
  });
});
