/** Which of a visitor's pages carries a call out: the one where they are. */
import { describe, expect, it } from 'vitest';
import { choosePage, type OpenPage } from '../../dist/tools/choose-page.js';
import { COUPON, STATUS } from './scripted-page.js';

const page = (tab: string, over: Partial<OpenPage> = {}): OpenPage => ({
  tab,
  socket: `socket-${tab}`,
  tools: [STATUS],
  instructions: null,
  visible: true,
  focusedAt: 0,
  spokeAt: 0,
  ...over,
});
const chosen = (...pages: readonly OpenPage[]): string | undefined =>
  choosePage(pages, ({ name }) => name === STATUS.name)?.tab;

describe('a call goes to', () => {
  it('the page in which the visitor wrote last, also when another one is looked at by now', () => {
    expect(chosen(page('A', { spokeAt: 2, visible: false }), page('B', { spokeAt: 1, focusedAt: 9 }))).toBe('A');
  });

  it('a page that is seen rather than to a hidden one, and of two that are seen to the one looked at last', () => {
    expect(chosen(page('A', { visible: false, focusedAt: 9 }), page('B', { focusedAt: 1 }))).toBe('B');
    expect(chosen(page('A', { focusedAt: 1 }), page('B', { focusedAt: 2 }))).toBe('B');
  });

  it('a hidden page when there is no other, because the server keeps the time for it', () => {
    expect(chosen(page('A', { visible: false }))).toBe('A');
  });

  it('no one who does not have the function', () => {
    expect(chosen(page('A', { tools: [COUPON], spokeAt: 9 }), page('B'))).toBe('B');
    expect(chosen(page('A', { tools: [COUPON] }))).toBeUndefined();
    expect(chosen()).toBeUndefined();
  });

  it('the same of two equal ones, whichever is asked first', () => {
    expect(chosen(page('B'), page('A'))).toBe(chosen(page('A'), page('B')));
  });
});
