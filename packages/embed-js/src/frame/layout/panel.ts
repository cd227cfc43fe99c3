/**
 * The frame of a chat whose launcher is the page's: it is the panel alone, above the launcher, so that nothing transparent
 * covers the page. Closed, it is laid out where it will open, and invisible.
 */
import type { Position } from '@service/protocol';
import type { LauncherPlace } from '../../launcher/size-and-place.js';
import { style } from '../frame-element.js';
import { growingFrom } from './place-frame.js';
import type { PageView } from './placement.js';

/** CSS pixels. */
const PANEL = { width: 400, height: 720, margin: 16, gap: 12 } as const;
/** The panel covers the launcher where it would be lower than this above it. */
const LOWEST = 240;
const RADIUS = 16;
/** The size of a launcher that is not drawn. */
const NO_LAUNCHER = '0px';

const SHADOW = '0 0 0 1px rgb(0 0 0 / 6%), 0 2px 6px rgb(0 0 0 / 6%), 0 8px 16px rgb(0 0 0 / 12%)';

/**
 * Lays the panel out beside the `side` of the window, in what is visible of it. The window's size is `100%`, which a `zoom` of the
 * page's doesn't change.
 */
export function placePanel(
  frame: HTMLIFrameElement,
  place: LauncherPlace,
  side: Position,
  { above: hidden, below }: PageView,
): void {
  const { width, margin } = PANEL;
  const least = below > 0 ? below + PANEL.gap : 0;
  const above = place.size === NO_LAUNCHER ? place.y : `${place.y} + ${place.size} + ${PANEL.gap}px`;
  const bottom = `max(${least}px, min(${above}, 100% - ${margin + LOWEST}px))`;
  style(frame, {
    ...growingFrom(side),
    [side]: `max(0px, min(${place.x}, 100% - ${width + margin}px))`,
    [side === 'left' ? 'right' : 'left']: 'auto',
    bottom,
    width: `${width}px`,
    height: `min(${PANEL.height}px, 100% - ${margin + hidden}px - ${bottom})`,
    transform: 'none',
    'z-index': place.zIndex,
  });
}

/**
 * Shows the panel, or hides it. `radius`: of its corners, CSS pixels. `covers`: it covers the page. The panel fades and does not
 * move: Chromium discards clicks into a frame of another site for half a second after the frame has moved. `fades`: false before the
 * first opening, or the page would draw ten frames in which nothing is seen.
 */
export function showPanel(
  frame: HTMLIFrameElement,
  open: boolean,
  covers: boolean,
  fades: boolean,
  radius = RADIUS,
): void {
  const moves = fades && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  const lasts = open ? '200ms cubic-bezier(0.2, 0.9, 0.3, 1)' : '120ms ease-in';
  style(frame, {
    visibility: open ? 'visible' : 'hidden',
    opacity: open ? '1' : '0',
    'pointer-events': open ? 'auto' : 'none',
    // Hidden only when the motion has ended.
    transition: moves ? `opacity ${lasts}, visibility 0s ${open ? '0s' : '120ms'}` : 'none',
    'border-radius': covers ? '0' : `${radius}px`,
    'box-shadow': covers ? 'none' : SHADOW,
    // Drawn with forced colors only, where there are no shadows.
    outline: '1px solid transparent',
  });
}

/** Takes back what the two above have set. */
export function resetPanel(frame: HTMLIFrameElement): void {
  style(frame, {
    opacity: '1',
    'pointer-events': 'auto',
    transition: 'none',
    'border-radius': '0',
    'box-shadow': 'none',
    outline: 'none',
  });
}
