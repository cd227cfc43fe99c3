/** What a page's launcher options are read into, and what they are on a page that sets none. */
import { CHAT_ICON } from './icons.js';
import type { FollowElement } from './opener.js';
import { LAUNCHER_BUTTON_PX, LAUNCHER_MARGIN_PX, LAUNCHER_Z_INDEX, type PlaceOptions } from './size-and-place.js';

/** With every default filled in. */
export interface ReadOptions extends PlaceOptions {
  /** The data of a path. */
  readonly icon: string;
  /** A button of the page's own. None: the launcher is drawn. */
  readonly element?: FollowElement;
  /** Calls back when the page has no launcher at its path, or has one again. Returns the stop. */
  readonly followHidden: (onChange: (isHidden: boolean) => void) => () => void;
}

export const DEFAULT_OPTIONS: ReadOptions = {
  x: LAUNCHER_MARGIN_PX,
  y: LAUNCHER_MARGIN_PX,
  size: LAUNCHER_BUTTON_PX,
  zIndex: LAUNCHER_Z_INDEX,
  icon: CHAT_ICON,
  followHidden: () => () => undefined,
};
