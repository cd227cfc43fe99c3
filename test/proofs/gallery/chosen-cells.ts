/** Which of the gallery's thousands of cells are looked at in every run. */
import type { GalleryCell } from '../../../packages/widget-app/gallery/start-gallery.mjs';

/** One of each state, every time in another template, scheme and surface. */
export function oneOfEachState(all: readonly GalleryCell[]): GalleryCell[] {
  const states = [...new Set(all.map(({ state }) => state))];
  return states.map((state, nth) => {
    const cells = all.filter((cell) => cell.state === state);
    return cells[(nth * 7) % cells.length] as GalleryCell;
  });
}

/** These, and a conversation in every template and scheme, and on every surface. */
export function cellsToKeep(all: readonly GalleryCell[]): GalleryCell[] {
  const talks = all.filter(({ state }) => state === 'conversation');
  const everyLook = talks.filter(({ surface }) => surface === 'chat-widget');
  const everySurface = talks.filter(({ template, scheme }) => template === 'modern' && scheme === 'light');
  return [...new Set([...oneOfEachState(all), ...everyLook, ...everySurface])];
}
