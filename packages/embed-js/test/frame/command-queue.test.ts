/** Calls made too early: none lost, none overtaking, none without end. */
import type { HostMessage } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import { createCommandQueue } from '../../src/frame/command-queue.js';

const text = (text: string): HostMessage => ({ t: 'send', text });

describe('commands', () => {
  it('wait for the frame and are sent in the order of the calls; later ones are sent at once', () => {
    const sent: HostMessage[] = [];
    const queue = createCommandQueue((command) => sent.push(command));
    queue.push({ t: 'open' });
    queue.push(text('one'));
    expect(sent).toEqual([]);
    queue.resume();
    queue.push(text('two'));
    expect(sent).toEqual([{ t: 'open' }, text('one'), text('two')]);
  });

  it('wait again while the frame reloads, and are sent once', () => {
    const sent: HostMessage[] = [];
    const queue = createCommandQueue((command) => sent.push(command));
    queue.resume();
    queue.pause();
    queue.push(text('meanwhile'));
    expect(sent).toEqual([]);
    queue.resume();
    queue.resume();
    expect(sent).toEqual([text('meanwhile')]);
  });

  it('are refused beyond the limit, keeping the oldest', () => {
    const sent: HostMessage[] = [];
    const queue = createCommandQueue((command) => sent.push(command));
    expect(['1', '2', '3'].map((each) => queue.push(text(each), 2))).toEqual([true, true, false]);
    queue.push({ t: 'open' }, Number.POSITIVE_INFINITY);
    queue.resume();
    expect(sent).toEqual([text('1'), text('2'), { t: 'open' }]);
  });
});
