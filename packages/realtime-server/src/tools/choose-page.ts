/** Which of a visitor's open pages gets a call: the person should see it happen where they are. */
import type { ToolManifest } from '@service/protocol';

/** A page that is connected now, and what it offers. */
export interface OpenPage {
  /** The name it gave itself when it was loaded; another after every load. */
  readonly tab: string;
  /** The name of its socket on the bus; another after every reconnect. */
  readonly socket: string;
  readonly tools: readonly ToolManifest[];
  readonly instructions: string | null;
  readonly visible: boolean;
  /** Unix milliseconds: when it was last looked at, and when its visitor last wrote there; 0: never. */
  readonly focusedAt: number;
  readonly spokeAt: number;
}

/**
 * The page to offer a call to, of those that have its tool: where the visitor wrote last, if that is known; else the visible one
 * that was looked at last; else any. Null when none has it.
 */
export function choosePage(pages: readonly OpenPage[], isTool: (tool: ToolManifest) => boolean): OpenPage | null {
  const able = pages.filter(({ tools }) => tools.some(isTool));
  return [...able].sort(comparePages)[0] ?? null;
}

/** Sorts pages by priority. Of two pages that offer the same name, the first defines the tool. */
export function comparePages(a: OpenPage, b: OpenPage): number {
  return (
    b.spokeAt - a.spokeAt ||
    Number(b.visible) - Number(a.visible) ||
    b.focusedAt - a.focusedAt ||
    (a.tab < b.tab ? -1 : 1)
  );
}
