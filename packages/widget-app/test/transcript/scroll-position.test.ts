/** Where the transcript stays while what is in it grows. The layout is a column of entries, as a browser would place them. */
import { describe, expect, it } from 'vitest';
import { ScrollPosition } from '../../src/transcript/scroll/scroll-position.js';

const VIEW = 300;
const MARGIN = 12;

/** A box with entries of these heights, and a position that keeps its scroll offset. */
function transcript(heights: number[]) {
  const box = document.createElement('div');
  const chunk = document.createElement('div');
  chunk.className = 'chunk';
  box.append(chunk);
  document.body.append(box);
  let scrollTop = 0;
  const total = (): number => heights.reduce((sum, height) => sum + height, 0);
  const limited = (top: number): number => Math.max(0, Math.min(top, total() - VIEW));
  const place = (element: Element, top: () => number, height: () => number): void => {
    element.getBoundingClientRect = () => ({ top: top(), bottom: top() + height(), height: height() }) as DOMRect;
  };
  Object.defineProperties(box, {
    scrollTop: {
      get: () => limited(scrollTop),
      set(top: number) {
        scrollTop = limited(top);
      },
    },
    scrollHeight: { get: total },
    clientHeight: { get: () => VIEW },
  });
  place(
    box,
    () => 0,
    () => VIEW,
  );
  place(chunk, () => -box.scrollTop, total);
  const entries = heights.map((_, i) => {
    const entry = document.createElement('div');
    const above = (): number => heights.slice(0, i).reduce((sum, height) => sum + height, 0);
    place(
      entry,
      () => above() - box.scrollTop,
      () => heights[i] as number,
    );
    chunk.append(entry);
    return entry;
  });
  const position = new ScrollPosition(
    () => box,
    () => undefined,
  );
  position.hasMessages = true;
  const topOf = (i: number): number => (entries[i] as Element).getBoundingClientRect().top;
  return { box, entries, heights, position, topOf };
}

describe('the place in the transcript', () => {
  it('that it was opened at stays, whatever grows above it, before and after the browser says that it scrolled', () => {
    for (const hasHeard of [false, true]) {
      const { entries, heights, position, topOf } = transcript([200, 200, 40, 200, 200, 200]);
      position.startAt(entries[2] as Element);
      expect(topOf(2)).toBe(MARGIN);
      if (hasHeard) position.scrolled();
      for (const at of [1, 0, 1]) {
        heights[at] = (heights[at] as number) + 35;
        position.restore();
        expect(topOf(2)).toBe(MARGIN);
      }
    }
  });

  it('that it was opened at stays near the end, too', () => {
    const { entries, heights, position, topOf } = transcript([200, 200, 40, 200, 90]);
    position.startAt(entries[2] as Element);
    expect(topOf(2)).toBe(MARGIN);
    position.restore();
    // The browser says that it has scrolled after something has grown.
    heights[1] = 235;
    position.scrolled();
    position.restore();
    expect(topOf(2)).toBe(MARGIN);
  });

  it('is that of the entry at the top once the reader has scrolled', () => {
    const { box, entries, heights, position, topOf } = transcript([200, 200, 40, 200, 200, 200]);
    position.startAt(entries[2] as Element);
    box.scrollTop -= 100;
    expect(position.scrolled()).toBe(true);
    const before = topOf(1);
    heights[1] = 260;
    position.restore();
    expect(topOf(1)).toBe(before);
    heights[0] = 260;
    position.restore();
    expect(topOf(1)).toBe(before);
  });

  it('follows the end while text grows there, until the reader moves up', () => {
    const { box, heights, position } = transcript([200, 200, 200]);
    position.toEnd();
    heights[2] = 500;
    position.restore();
    expect(box.scrollTop).toBe(600);
    box.scrollTop -= 200;
    position.scrolled();
    heights[2] = 700;
    position.restore();
    expect(box.scrollTop).toBe(400);
  });
});
