/** Two drawings of the same cell, compared: what a person would say who holds the two pictures side by side. Pure. */
import type { Drawing, Part } from './drawing.js';

/** Another version of the browser rounds a pixel elsewhere, and smooths an edge in another way. */
const NEAR_PX = 1;
const NEAR_COLOUR = 6;
/** The rest mostly follows from these: what stands below something that grew has moved. */
const MOST_TOLD = 6;

/** A line for each part that is not as it was kept: how it is painted first, then its size, its place, its looks. */
export function whatMoved(kept: Drawing, now: Drawing): string[] {
  const [before, after] = [byName(kept), byName(now)];
  const counts: string[] = [];
  const [painted, sized, placed, looks]: string[][] = [[], [], [], []];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [were, are] = [before.get(name) ?? [], after.get(name) ?? []];
    if (were.length !== are.length) {
      counts.push(`${name}: ${were.length} of them → ${are.length}`);
      continue;
    }
    for (const [nth, was] of were.entries()) {
      const is = are[nth] as Part;
      const which = were.length > 1 ? `${name} (${nth + 1} of ${were.length})` : name;
      const restyled = stylesChanged(was.style, is.style);
      const far = was.place.map((value, at) => Math.abs(value - (is.place[at] ?? 0)) > NEAR_PX);
      if (restyled) painted?.push(`${which}: ${restyled}`);
      else if (far[2] || far[3])
        sized?.push(`${which}: size ${was.place.slice(2).join('×')} → ${is.place.slice(2).join('×')}`);
      else if (far[0] || far[1]) placed?.push(`${which}: at ${was.place.slice(0, 2)} → ${is.place.slice(0, 2)}`);
      else if (isFar(was.looks, is.looks)) looks?.push(`${which}: looks ${was.looks} → ${is.looks}`);
    }
  }
  const all = [...counts, ...(painted ?? []), ...(sized ?? []), ...(placed ?? []), ...(looks ?? [])];
  return all.length > MOST_TOLD ? [...all.slice(0, MOST_TOLD), `and ${all.length - MOST_TOLD} more`] : all;
}

function byName(drawing: Drawing): Map<string, Part[]> {
  const named = new Map<string, Part[]>();
  for (const part of drawing) named.set(part.name, [...(named.get(part.name) ?? []), part]);
  return named;
}

function stylesChanged(was: string, is: string): string {
  if (was === is) return '';
  const read = (style: string) =>
    new Map(style.split('; ').map((each) => [each.slice(0, each.indexOf(' ')), each.slice(each.indexOf(' ') + 1)]));
  const [before, after] = [read(was), read(is)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `${name} ${before.get(name) ?? 'plain'} → ${after.get(name) ?? 'plain'}`)
    .join(', ');
}

function isFar(was: string, is: string): boolean {
  const channels = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const now = channels(is);
  return channels(was).some((value, at) => Math.abs(value - (now[at] ?? 0)) > NEAR_COLOUR);
}
