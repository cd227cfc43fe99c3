/** Where the frame lies: known numbers for known shapes, and never larger than what is visible. */
import { FRAME_SHAPES, POSITIONS } from '@service/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placementOf } from '../../src/frame/layout/placement.js';

const desktop = { width: 1_280, height: 900, left: 0, above: 0, below: 0 };

describe('the placement of the frame', () => {
  it('is a launcher in the chosen corner, with room for its shadow', () => {
    const box = { kind: 'overlay', x: 0, y: 0, width: 88, height: 88, covers: false };
    expect(placementOf('chat-widget', 'launcher', 'right', desktop)).toEqual({ ...box, side: 'right' });
    expect(placementOf('chat-widget', 'launcher', 'left', desktop)).toEqual({ ...box, side: 'left' });
  });

  it('is a panel of 400 by 720 above the launcher in a tall window, with room for shadows', () => {
    const panel = placementOf('chat-widget', 'panel', 'right', desktop);
    expect(panel).toEqual({ kind: 'overlay', side: 'right', x: 0, y: 0, width: 432, height: 824, covers: false });
  });

  it('is no higher than a low window', () => {
    expect(placementOf('chat-widget', 'panel', 'right', { ...desktop, height: 500 })).toMatchObject({ height: 500 });
  });

  it('covers a page narrower than 480 pixels, and follows what the keyboard leaves visible', () => {
    const phone = { width: 479, height: 380, left: 0, above: 0, below: 300 };
    expect(placementOf('chat-widget', 'panel', 'right', phone)).toEqual({
      kind: 'overlay',
      side: 'right',
      x: 0,
      y: 300,
      width: 479,
      height: 380,
      covers: true,
    });
    expect(placementOf('chat-widget', 'panel', 'right', { ...phone, width: 480 })).toMatchObject({ covers: false });
  });

  it('covers the visible section of a page wider than its phone', () => {
    const view = { width: 390, height: 844, left: 52, above: 0, below: 0 };
    expect(placementOf('chat-widget', 'panel', 'left', view)).toMatchObject({ side: 'left', x: 52, width: 390 });
    expect(placementOf('chat-widget', 'panel', 'right', view)).toMatchObject({ side: 'right', x: 52, width: 390 });
  });

  it('fills its container when embedded, whatever shape the frame requests', () => {
    for (const shape of FRAME_SHAPES)
      expect(placementOf('embedded', shape, 'right', desktop)).toEqual({ kind: 'fill' });
  });

  it('is one line in the page’s text in prompt-input, and a panel in the middle of the window when open', () => {
    expect(placementOf('prompt-input', 'launcher', 'left', desktop)).toEqual({ kind: 'inline' });
    expect(placementOf('prompt-input', 'panel', 'left', desktop)).toEqual({
      kind: 'overlay',
      side: 'left',
      x: 304,
      y: 74,
      width: 672,
      height: 752,
      covers: false,
    });
    expect(
      placementOf('prompt-input', 'panel', 'right', { width: 400, height: 700, left: 0, above: 0, below: 0 }),
    ).toMatchObject({
      width: 400,
      height: 700,
      covers: true,
    });
  });

  it('is inside every window that is large enough for a launcher', () => {
    const side = fc.integer({ min: 88, max: 5_000 });
    fc.assert(
      fc.property(
        fc.constantFrom('chat-widget', 'prompt-input'),
        fc.constantFrom(...FRAME_SHAPES),
        fc.constantFrom(...POSITIONS),
        side,
        side,
        (mode, shape, position, width, height) => {
          const box = placementOf(mode, shape, position, { width, height, left: 0, above: 0, below: 0 });
          if (box.kind !== 'overlay') {
            expect([mode, shape, box.kind]).toEqual(['prompt-input', 'launcher', 'inline']);
            return;
          }
          expect(box.x + box.width).toBeLessThanOrEqual(width);
          expect(box.y + box.height).toBeLessThanOrEqual(height);
        },
      ),
    );
  });
});
