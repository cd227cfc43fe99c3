import { describe, expect, it } from 'vitest';
import { INITIAL_STATE, reduceState, type StateEvent, type WidgetState } from '../src/widget-state.js';

const after = (...events: readonly StateEvent[]): WidgetState => events.reduce(reduceState, INITIAL_STATE);
const started: StateEvent = { name: 'started', chat: true };
const ready: StateEvent = { name: 'ready', detail: { version: '1.0.0' } };
const error = (code: 'frame_unreachable' | 'frame_unstable' | 'message_failed' | 'config_invalid'): StateEvent => ({
  name: 'error',
  detail: { code, message: '' },
});

describe('the state of the widget', () => {
  it('goes from idle over loading to ready', () => {
    expect(after().status).toBe('idle');
    expect(after(started).status).toBe('loading');
    expect(after(started, ready).status).toBe('ready');
  });

  it('follows opening, closing, unread messages and the responder', () => {
    const state = after(
      started,
      ready,
      { name: 'open', detail: {} },
      { name: 'unread', detail: { count: 2 } },
      { name: 'handoff', detail: { handledBy: 'human' } },
    );
    expect(state).toMatchObject({ isOpen: true, unread: 2, handledBy: 'human' });
    expect(reduceState(state, { name: 'close', detail: {} }).isOpen).toBe(false);
  });

  it('is blocked when the frame can’t be shown, and ready when it can after all', () => {
    expect(after(started, error('frame_unreachable'))).toMatchObject({
      status: 'blocked',
      error: { code: 'frame_unreachable' },
    });
    expect(after(started, error('frame_unreachable'), ready).status).toBe('ready');
  });

  it('stays ready when only a message failed, and ends when the frame was given up', () => {
    expect(after(started, ready, error('message_failed'))).toMatchObject({ status: 'ready' });
    expect(after(started, ready, error('frame_unstable'))).toMatchObject({ status: 'error' });
  });

  it('distinguishes a problem with one field from one that prevents the chat', () => {
    expect(after(error('config_invalid'), started).status).toBe('loading');
    expect(after(error('config_invalid'), { name: 'started', chat: false }).status).toBe('error');
  });

  it('is the initial state again after the end', () => {
    expect(after(started, ready, { name: 'destroy', detail: {} })).toBe(INITIAL_STATE);
  });
});
