/** Where the frame lies on the page for each shape it can ask for, by what is visible of the page now. */
import { type FrameShape, type Mode, NARROW_PAGE, type Position } from '@service/protocol';
import { LAUNCHER_BUTTON_PX, LAUNCHER_MARGIN_PX } from '../../launcher/size-and-place.js';

export type Placement =
  /** As large as its parent element: the container, or the line in the flow of the page. */
  | { readonly kind: 'fill' | 'inline' }
  /** Over the page: `x` from the window's `side`, or from its left when it covers the page; `y` from its bottom. */
  | {
      readonly kind: 'overlay';
      readonly side: Position;
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      /** Nothing of the page is left to see, so nothing of it should scroll. */
      readonly covers: boolean;
    };

/** What is visible of the page, in CSS pixels. */
export interface PageView {
  readonly width: number;
  readonly height: number;
  /** How much at the left is out of sight: of a page that is wider than its phone, a section is seen. */
  readonly left: number;
  /** How much at the top is out of sight, where an on-screen keyboard has moved the page up. */
  readonly above: number;
  /** How much at the bottom is out of sight, under an on-screen keyboard. */
  readonly below: number;
}

/** The launcher that a document draws itself, with room for its shadow on every side. */
const LAUNCHER_SIZE = LAUNCHER_BUTTON_PX + 2 * LAUNCHER_MARGIN_PX;
/** The panel above such a launcher, with room for shadows: 16 px around, 88 px below. The frame draws inside of that. */
const PANEL = { width: 400 + 2 * 16, height: 16 + 720 + LAUNCHER_SIZE } as const;
/** The panel that the line of `prompt-input` opens in the middle of the window. */
const PROMPT_PANEL = { width: 16 + 640 + 16, height: 16 + 720 + 16 } as const;

/** The placement for a shape. On a narrow page an open panel covers it, whatever the frame asked for. */
export function placementOf(mode: Mode, shape: FrameShape, side: Position, view: PageView): Placement {
  if (mode === 'embedded') return { kind: 'fill' };
  const over = { kind: 'overlay', side } as const;
  if (shape === 'launcher')
    return mode === 'prompt-input'
      ? { kind: 'inline' }
      : { ...over, x: 0, y: 0, width: LAUNCHER_SIZE, height: LAUNCHER_SIZE, covers: false };
  if (shape === 'fullscreen' || isNarrow(view)) return cover(side, view);
  if (mode === 'prompt-input') {
    const width = Math.min(PROMPT_PANEL.width, view.width);
    const height = Math.min(PROMPT_PANEL.height, view.height);
    const [x, y] = [(view.width - width) >> 1, (view.height - height) >> 1];
    return { ...over, x, y: y + view.below, width, height, covers: false };
  }
  return { ...over, x: 0, y: 0, width: PANEL.width, height: Math.min(PANEL.height, view.height), covers: false };
}

/** The whole of what is visible. */
export const cover = (
  side: Position,
  { left, below, width, height }: PageView,
): Extract<Placement, { kind: 'overlay' }> => ({
  ...{ kind: 'overlay', side, x: left, y: below, width, height, covers: true },
});

export const isNarrow = (view: PageView): boolean => view.width < NARROW_PAGE;

/** What is visible now. The visual viewport knows about keyboards, but while the page is zoomed it is only a section. */
export function readPageView(page: Window): PageView {
  const { innerWidth, innerHeight, visualViewport: seen } = page;
  if (!seen || Math.abs(seen.scale - 1) > 0.01)
    return { width: innerWidth, height: innerHeight, left: 0, above: 0, below: 0 };
  const [height, above] = [Math.round(seen.height), Math.round(seen.offsetTop)];
  const below = Math.max(0, innerHeight - height - above);
  return { width: Math.round(seen.width), height, left: Math.round(seen.offsetLeft), above, below };
}
