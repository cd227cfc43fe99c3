/** The entry a key moves to: the next one, one screen further, or the first or last. */

/** How many entries a page key passes. */
export type PerScreen = (from: number, direction: 1 | -1) => number;

/** The entry to go to from `at` of `count`, or null when the key means something else. Stops at the ends. */
export function stepTo(key: string, at: number, count: number, perScreen: PerScreen): number | null {
  const within = (index: number): number => Math.min(count - 1, Math.max(0, index));
  switch (key) {
    case 'ArrowUp':
      return within(at - 1);
    case 'ArrowDown':
      return within(at + 1);
    case 'PageUp':
      return within(at - Math.max(1, perScreen(at, -1)));
    case 'PageDown':
      return within(at + Math.max(1, perScreen(at, 1)));
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
