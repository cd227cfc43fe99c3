/**
 * Where launcher and panel are, as CSS values. The page's custom properties come before the options, so that a page can
 * move the launcher in a media query.
 */
import type { Position } from '@service/protocol';

export interface LauncherPlace {
  /** From the side of the window. Phones' bars and round corners are included. */
  readonly x: string;
  /** The launcher, from the bottom of the window. */
  readonly y: string;
  /** The panel, from the bottom of the window: above the launcher, or in its place when the page has a button of its own. */
  readonly panelY: string;
  /** Width and height of the launcher. */
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

const PANEL_GAP_PX = 12;
const SMALLEST_TARGET_PX = 44;

/** `drawn`: false without a launcher of ours. */
export function launcherPlace({ x, y, size, zIndex }: PlaceOptions, side: Position, drawn = true): LauncherPlace {
  const fromBottom = `var(--service-widget-inset-y, ${y}px) + env(safe-area-inset-bottom, 0px)`;
  const length = `max(${SMALLEST_TARGET_PX}px, var(--service-widget-size, ${size}px))`;
  return {
    x: `calc(var(--service-widget-inset-x, ${x}px) + env(safe-area-inset-${side}, 0px))`,
    y: `calc(${fromBottom})`,
    panelY: `calc(${fromBottom}${drawn ? ` + ${length} + ${PANEL_GAP_PX}px` : ''})`,
    size: length,
    zIndex: `var(--service-widget-z-index, ${zIndex})`,
  };
}
