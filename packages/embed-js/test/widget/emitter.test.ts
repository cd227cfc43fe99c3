/** Public events: no listener stops another, and early errors are not lost. */
import { EMBED_ERRORS } from '@service/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createEmitter } from '../../src/widget/emitter.js';

afterEach(() => vi.restoreAllMocks());
const unreachable = { code: 'frame_unreachable', message: EMBED_ERRORS.frame_unreachable } as const;

describe('events', () => {
  it('reach every listener although one of them throws, and the exception is on the console', () => {
    const complain = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const events = createEmitter();
    const second = vi.fn();
    const failure = new Error('listener bug');
    events.on('unread', () => {
      throw failure;
    });
    events.on('unread', second);
    events.emit('unread', { count: 2 });
    expect(second).toHaveBeenCalledExactlyOnceWith({ count: 2 });
    expect(complain).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('unread'), failure);
  });

  it('do not reach a listener that another one has just unsubscribed, and end even if listeners add listeners', () => {
    const events = createEmitter();
    const second = vi.fn();
    let added = 0;
    events.on('open', () => {
      events.off('open', second);
      events.on('open', () => added++);
    });
    events.on('open', second);
    events.emit('open', {});
    expect(second).not.toHaveBeenCalled();
    expect(added).toBe(0);
  });

  it('give the first listener of errors the earlier ones, once, after the current code', async () => {
    const events = createEmitter();
    events.emit('error', unreachable);
    const first = vi.fn();
    const second = vi.fn();
    events.on('error', first);
    events.on('error', second);
    expect(first).not.toHaveBeenCalled();
    await Promise.resolve();
    expect(first).toHaveBeenCalledExactlyOnceWith(unreachable);
    expect(second).not.toHaveBeenCalled();
  });

  it('are not given to a listener that has unsubscribed meanwhile', async () => {
    const events = createEmitter();
    const listener = vi.fn();
    events.emit('error', unreachable);
    events.on('error', listener);
    events.off('error', listener);
    await Promise.resolve();
    expect(listener).not.toHaveBeenCalled();
  });

  it('store a bounded number of errors without a listener', async () => {
    const events = createEmitter();
    for (let i = 0; i < 1_000; i++) events.emit('error', unreachable);
    const listener = vi.fn();
    events.on('error', listener);
    await Promise.resolve();
    expect(listener).toHaveBeenCalledTimes(20);
  });
});
