/** Reads `ServiceConfig.launcher`. The frame reports what can't be used; here it is as if it weren't there. */
import {
  isBetween,
  isLauncherIcon,
  isSitePath,
  LAUNCHER_LIMITS,
  type LauncherIcon,
  type LauncherOptions,
} from '@service/protocol';
import { DEFAULT_OPTIONS, type ReadOptions } from './default-options.js';
import { followElement } from './follow-element.js';
import { followPaths } from './hide-on.js';
import { NAMED_ICONS } from './named-icons.js';

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
    isBetween(value, 0, LAUNCHER_LIMITS.mostOffset) ? value : DEFAULT_OPTIONS.x;
  const paths = Array.isArray(hideOn) ? hideOn.filter(isSitePath).slice(0, LAUNCHER_LIMITS.hiddenPaths) : [];
  return {
    x: distance(offset?.x),
    y: distance(offset?.y),
    size: isBetween(size, LAUNCHER_LIMITS.leastSize, LAUNCHER_LIMITS.mostSize) ? size : DEFAULT_OPTIONS.size,
    // CSS knows whole numbers only.
    zIndex: isBetween(zIndex, 0, LAUNCHER_LIMITS.mostZIndex) ? Math.round(zIndex) : DEFAULT_OPTIONS.zIndex,
    icon: isLauncherIcon(icon) ? (NAMED_ICONS[icon as LauncherIcon] ?? icon) : DEFAULT_OPTIONS.icon,
    ...(((element && typeof element === 'string') || element instanceof Element) && {
      element: followElement(element),
    }),
    followHidden: (onChange) => followPaths(paths, onChange),
  };
}
