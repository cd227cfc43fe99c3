/** The page's scroll comes back exactly as it was. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { lockScroll, lockScrollWhileCovered } from '../../src/host/scroll-lock.js';

const root = document.documentElement;
afterEach(() => root.removeAttribute('style'));

describe('the scroll lock', () => {
  it('leaves no trace, not even an empty style attribute', () => {
    const release = lockScroll(root);
    expect(root.style.getPropertyValue('overflow')).toBe('hidden');
    release();
    expect(root.hasAttribute('style')).toBe(false);
  });

  it('restores the page’s own value and priority', () => {
    root.style.setProperty('overflow', 'scroll', 'important');
    root.style.setProperty('color', 'red');
    lockScroll(root)();
    expect(root.style.getPropertyValue('overflow')).toBe('scroll');
    expect(root.style.getPropertyPriority('overflow')).toBe('important');
    expect(root.style.getPropertyValue('color')).toBe('red');
  });

  it('lasts until the last of two releases it, in either order, however often each releases it', () => {
    const first = lockScroll(root);
    const second = lockScroll(root);
    first();
    first();
    expect(root.style.getPropertyValue('overflow')).toBe('hidden');
    second();
    expect(root.style.getPropertyValue('overflow')).toBe('');
  });

  it('does not undo what the page has set meanwhile', () => {
    const release = lockScroll(root);
    root.style.setProperty('overflow', 'clip');
    release();
    expect(root.style.getPropertyValue('overflow')).toBe('clip');
  });

  it('ends by itself when the covering frame is removed, and only then', async () => {
    const [place, frame] = [document.createElement('div'), document.createElement('div')];
    place.append(frame);
    document.body.append(place);
    const release = lockScrollWhileCovered(frame);
    document.body.append(document.createElement('p'));
    await Promise.resolve();
    expect(root.style.getPropertyValue('overflow')).toBe('hidden');
    place.remove();
    await vi.waitFor(() => expect(root.hasAttribute('style')).toBe(false));
    release();
    expect(root.hasAttribute('style')).toBe(false);
  });
});
