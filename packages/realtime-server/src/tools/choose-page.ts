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
 * The page to offer a call of `name` to: where the visitor wrote last, if that is known; else the visible one that was
 * looked at last; else any. Null when none has the tool.
 */
export function choosePage(pages: readonly OpenPage[], name: string): OpenPage | null {
  const able = pages.filter((page) => page.tools.some((tool) => tool.name === name));
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
