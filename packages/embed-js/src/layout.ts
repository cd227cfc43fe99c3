/**
 * Where the frame lies on the page. The frame only names its shape; every number is chosen here, so that nothing a frame
 * says can cover the page. Pure: known before the frame is attached, which is why the page's layout never shifts.
 */
import type { FrameShape, Mode, Position } from '@service/protocol';

/** What is visible of the page, in CSS pixels. */
export interface PageView {
  readonly width: number;
  readonly height: number;
  /** How far an on-screen keyboard or the address bar has pushed the visible part down. */
  readonly top: number;
}

export type Placement =
  /** As large as the element it stands in. */
  | { readonly kind: 'fill' }
  /** In a lower corner; `x` from `side`, `y` from the bottom, both of the viewport. */
  | {
      readonly kind: 'corner';
      readonly side: Position;
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    }
  /** Over everything visible. */
  | { readonly kind: 'cover'; readonly top: number; readonly width: number; readonly height: number };

/** The launcher's button with room for its shadow on every side. */
const LAUNCHER = 88;
const PANEL = { width: 400, height: 720, margin: 16 } as const;
/** Below this width a panel beside a strip of page helps nobody. */
const NARROW = 480;

/** The placement for a shape. On a narrow page an open panel covers it, whatever the frame asked for. */
export function placementOf(mode: Mode, shape: FrameShape, position: Position, view: PageView): Placement {
  if (mode !== 'chat-widget') return { kind: 'fill' };
  if (shape === 'launcher') return { kind: 'corner', side: position, x: 0, y: 0, width: LAUNCHER, height: LAUNCHER };
  if (shape === 'fullscreen' || view.width < NARROW)
    return { kind: 'cover', top: view.top, width: view.width, height: view.height };
  return {
    kind: 'corner',
    side: position,
    x: PANEL.margin,
    y: PANEL.margin,
    width: PANEL.width,
    height: Math.max(0, Math.min(PANEL.height, view.height - 2 * PANEL.margin)),
  };
}

/** What is visible now. The visual viewport knows about keyboards, but while the page is zoomed it is only a section. */
export function readPageView(page: Window): PageView {
  const seen = page.visualViewport;
  return seen && Math.abs(seen.scale - 1) < 0.01
    ? { width: page.innerWidth, height: Math.round(seen.height), top: Math.round(seen.offsetTop) }
    : { width: page.innerWidth, height: page.innerHeight, top: 0 };
}
