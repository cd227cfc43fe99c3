/** Chooses the cells of the gallery that every run checks. */
import type { GalleryCell } from '../../../packages/widget-app/gallery/start-gallery.mjs';

/** One cell of each state, in changing templates, schemes and surfaces. */
export function oneOfEachState(all: readonly GalleryCell[]): GalleryCell[] {
  const states = [...new Set(all.map(({ state }) => state))];
  return states.map((state, nth) => {
    const cells = all.filter((cell) => cell.state === state);
    return cells[(nth * 7) % cells.length] as GalleryCell;
  });
}

/** The cells with a recorded drawing: these, and a conversation in every template and scheme, and on every surface. */
export function recordedCells(all: readonly GalleryCell[]): GalleryCell[] {
  const conversations = all.filter(({ state }) => state === 'conversation');
  const everyScheme = conversations.filter(({ surface }) => surface === 'chat-widget');
  const everySurface = conversations.filter(({ template, scheme }) => template === 'modern' && scheme === 'light');
  return [...new Set([...oneOfEachState(all), ...everyScheme, ...everySurface])];
}
