/** Reads `ServiceConfig.launcher`. The frame reports what can't be used; here it is as if it weren't there. */
import {
  isBetween,
  isLauncherIcon,
  isSitePath,
  LAUNCHER_BUTTON_PX,
  LAUNCHER_LIMITS,
  LAUNCHER_MARGIN_PX,
  LAUNCHER_Z_INDEX,
  type LauncherOptions,
} from '@service/protocol';

/** With every default filled in. Lengths in CSS pixels. */
export interface ReadOptions {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly zIndex: number;
  /** The name of a built-in shape, or the data of a path. */
  readonly icon: string;
  readonly hideOn: readonly string[];
  /** A button of the page's own, or its id. Empty: none. */
  readonly element: Element | string;
}

/** Never throws: options with a getter that does are all as if they weren't there. */
export function readOptions(given: unknown): ReadOptions {
  try {
    return read(given || {});
  } catch {
    return read({});
  }
}

function read({ offset, size, zIndex, icon, hideOn, element }: LauncherOptions): ReadOptions {
  const distance = (value: unknown): number =>
    isBetween(value, 0, LAUNCHER_LIMITS.mostOffset) ? value : LAUNCHER_MARGIN_PX;
  return {
    x: distance(offset?.x),
    y: distance(offset?.y),
    size: isBetween(size, LAUNCHER_LIMITS.leastSize, LAUNCHER_LIMITS.mostSize) ? size : LAUNCHER_BUTTON_PX,
    // CSS knows whole numbers only.
    zIndex: isBetween(zIndex, 0, LAUNCHER_LIMITS.mostZIndex) ? Math.round(zIndex) : LAUNCHER_Z_INDEX,
    icon: isLauncherIcon(icon) ? icon : 'chat',
    hideOn: Array.isArray(hideOn) ? hideOn.filter(isSitePath).slice(0, LAUNCHER_LIMITS.hiddenPaths) : [],
    element: element instanceof Element || typeof element === 'string' ? element : '',
  };
}
