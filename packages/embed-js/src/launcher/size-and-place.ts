/**
 * Where the launcher is, as CSS values, which the panel above it uses, too. The page's custom properties come before the options, so that a page can
 * move the launcher in a media query.
 */
import { LAUNCHER_LIMITS, type Position } from '@service/protocol';

/** Width and height of the launcher's button, CSS pixels. */
export const LAUNCHER_BUTTON_PX = 56;
/** Distance of the button from the edges of the window, CSS pixels. */
export const LAUNCHER_MARGIN_PX = 16;
/** Above nearly everything that pages stack, below the largest number. */
export const LAUNCHER_Z_INDEX = 2_147_483_000;

export interface LauncherPlace {
  /** From the side of the window. Phones' bars and round corners are included. */
  readonly x: string;
  /** From the bottom of the window. */
  readonly y: string;
  /** Width and height; `0px` when the page has a button of its own. */
  readonly size: string;
  readonly zIndex: string;
}

/** Lengths in CSS pixels. */
export interface PlaceOptions {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly zIndex: number;
}

/** `isDrawn`: the launcher is not a button of the page's own. */
export function launcherPlace({ x, y, size, zIndex }: PlaceOptions, side: Position, isDrawn: boolean): LauncherPlace {
  return {
    x: `calc(var(--service-widget-inset-x, ${x}px) + env(safe-area-inset-${side}))`,
    y: `calc(var(--service-widget-inset-y, ${y}px) + env(safe-area-inset-bottom))`,
    size: isDrawn ? `max(${LAUNCHER_LIMITS.leastSize}px, var(--service-widget-size, ${size}px))` : '0px',
    zIndex: `var(--service-widget-z-index, ${zIndex})`,
  };
}
