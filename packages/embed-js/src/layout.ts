/**
 * Where the frame lies on the page. The frame only names its shape; every number is chosen here, so that nothing a frame
 * says can cover the page. Pure: known before the frame is attached, which is why the page's layout never shifts.
 */
import { type FrameShape, type Mode, NARROW_PAGE, type Position } from '@service/protocol';

/** What is visible of the page, in CSS pixels. */
export interface PageView {
  readonly width: number;
  readonly height: number;
  /** How much at the bottom is out of sight, under an on-screen keyboard. */
  readonly below: number;
}

export type Placement =
  /** As large as the element it stands in. */
  | { readonly kind: 'fill' }
  /** One line in the flow of the page, as wide as the element it stands in. */
  | { readonly kind: 'line' }
  /** Over the page: `x` from the window's `side`, `y` from its bottom. */
  | {
      readonly kind: 'over';
      readonly side: Position;
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      /** Nothing of the page is left to see, so nothing of it should scroll. */
      readonly covers: boolean;
    };

/** The launcher's button with room for its shadow on every side. */
const LAUNCHER = 88;
/** The panel above the launcher, with room for shadows: 16 px around, 88 px below. The frame draws inside of that. */
const PANEL = { width: 400 + 2 * 16, height: 16 + 720 + LAUNCHER } as const;
/** The line of `prompt-input` with room for its focus ring and shadow, and the panel it opens in the middle of the window. */
export const LINE_HEIGHT = 72;
const PROMPT_PANEL = { width: 16 + 640 + 16, height: 16 + 720 + 16 } as const;

/** The placement of a chat that is not open: the launcher's corner, the line, or the container. */
export function placementAtRest(mode: Mode, side: Position): Placement {
  if (mode === 'embedded') return { kind: 'fill' };
  if (mode === 'prompt-input') return { kind: 'line' };
  return { kind: 'over', side, x: 0, y: 0, width: LAUNCHER, height: LAUNCHER, covers: false };
}

/** The placement for a shape. On a narrow page an open panel covers it, whatever the frame asked for. */
export function placementOf(mode: Mode, shape: FrameShape, side: Position, view: PageView): Placement {
  if (shape === 'launcher' || mode === 'embedded') return placementAtRest(mode, side);
  const over = { kind: 'over', side } as const;
  if (shape === 'fullscreen' || view.width < NARROW_PAGE)
    return { ...over, x: 0, y: view.below, width: view.width, height: view.height, covers: true };
  if (mode === 'prompt-input') {
    const width = Math.min(PROMPT_PANEL.width, view.width);
    const height = Math.min(PROMPT_PANEL.height, view.height);
    const [x, y] = [(view.width - width) >> 1, (view.height - height) >> 1];
    return { ...over, x, y: y + view.below, width, height, covers: false };
  }
  return { ...over, x: 0, y: 0, width: PANEL.width, height: Math.min(PANEL.height, view.height), covers: false };
}

/** What is visible now. The visual viewport knows about keyboards, but while the page is zoomed it is only a section. */
export function readPageView(page: Window): PageView {
  const { innerWidth: width, innerHeight, visualViewport: seen } = page;
  if (!seen || Math.abs(seen.scale - 1) > 0.01) return { width, height: innerHeight, below: 0 };
  const height = Math.round(seen.height);
  return { width, height, below: Math.max(0, innerHeight - height - Math.round(seen.offsetTop)) };
}
