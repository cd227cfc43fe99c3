/**
 * Where the frame lies on the page before anybody opens the chat; opened, see open-layout.ts. The frame only names its
 * shape; every number is chosen here, so that nothing a frame says can cover the page. Pure: known before the frame is
 * attached, which is why the page's layout never shifts.
 */
import { LAUNCHER_BUTTON_PX, LAUNCHER_MARGIN_PX, type Mode, type Position } from '@service/protocol';

export type Placement =
  /** As large as its parent element. */
  | { readonly kind: 'fill' }
  /** One line in the flow of the page, as wide as its parent element. */
  | { readonly kind: 'inline' }
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

/** The launcher's button with room for its shadow on every side. */
export const LAUNCHER_SIZE = LAUNCHER_BUTTON_PX + 2 * LAUNCHER_MARGIN_PX;
/** The line of `prompt-input` with room for its focus ring and shadow. */
export const PROMPT_INPUT_HEIGHT = 72;

/** The placement of a chat that is not open: the launcher's corner, the line, or the container. */
export function placementAtRest(mode: Mode, side: Position): Placement {
  if (mode === 'embedded') return { kind: 'fill' };
  if (mode === 'prompt-input') return { kind: 'inline' };
  return { kind: 'overlay', side, x: 0, y: 0, width: LAUNCHER_SIZE, height: LAUNCHER_SIZE, covers: false };
}
