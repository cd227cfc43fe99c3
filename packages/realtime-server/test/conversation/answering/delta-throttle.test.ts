/** What a growing answer costs on the wire, however fast a model writes: by a clock that the test turns. */

import { describe, expect, it } from 'vitest';
import { throttleDeltas } from '../../../dist/conversation/answering/delta-throttle.js';
import { SOCKET_LIMITS } from '../../../src/runtime/limits.js';
import { turnedClock } from '../../support/manual-clock.js';

const FRAMES_PER_SECOND = 25;

/** Writes for `seconds` at so many words a second; when each piece went out, and what was in it. */
function written(perSecond: number, seconds: number) {
  const clock = turnedClock(0);
  const pieces: { readonly at: number; readonly from: number; readonly text: string }[] = [];
  const gather = throttleDeltas(
    clock,
    () => SOCKET_LIMITS.deltaEveryMs,
    (from, text) => void pieces.push({ at: clock.now(), from, text }),
  );
  let text = '';
  for (let i = 0; i < perSecond * seconds; i++) {
    text += `word${i} `;
    gather.add(`word${i} `);
    clock.turn(1_000 / perSecond);
  }
  gather.end();
  return { pieces, text, waiting: clock.waiting };
}

describe('a growing answer', () => {
  it.each([1, 7, 19, 20, 21, 60, 250, 1_000])(
    `takes at most ${FRAMES_PER_SECOND} frames in any second, at %i words a second`,
    (perSecond) => {
      const { pieces, text, waiting } = written(perSecond, 10);
      for (const { at } of pieces) {
        const inSecond = pieces.filter((each) => each.at >= at && each.at < at + 1_000).length;
        expect(inSecond).toBeLessThanOrEqual(FRAMES_PER_SECOND);
      }
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
      expect(pieces[0]).toMatchObject({ at: 0, from: 0, text: 'word0 ' });
      expect(waiting).toBe(0);
    },
  );

  it('shows its first words at once, and nothing later than a piece’s time', () => {
    const { pieces } = written(100, 2);
    for (const [i, { at }] of pieces.entries()) {
      if (i > 0) expect(at - (pieces[i - 1] as { at: number }).at).toBeLessThanOrEqual(SOCKET_LIMITS.deltaEveryMs);
    }
  });
});
