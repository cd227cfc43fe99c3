/** Describes the differences between two drawings of the same cell. Pure. */
import type { Drawing, Part } from './drawing.js';

/** Tolerances: another version of the browser may round a pixel and smooth an edge differently. */
const NEAR_PX = 1;
const NEAR_COLOUR = 6;
/** The others mostly follow from these: everything below a part that grew has moved. */
const MOST_LINES = 6;

/** A line for each part that differs from the recorded drawing: styles first, then sizes, places, and colours. */
export function differencesBetween(recorded: Drawing, now: Drawing): string[] {
  const [before, after] = [byName(recorded), byName(now)];
  const counts: string[] = [];
  const [styles, sizes, places, colours]: string[][] = [[], [], [], []];
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
      if (restyled) styles?.push(`${which}: ${restyled}`);
      else if (far[2] || far[3])
        sizes?.push(`${which}: size ${was.place.slice(2).join('×')} → ${is.place.slice(2).join('×')}`);
      else if (far[0] || far[1]) places?.push(`${which}: at ${was.place.slice(0, 2)} → ${is.place.slice(0, 2)}`);
      else if (isFar(was.colour, is.colour)) colours?.push(`${which}: colour ${was.colour} → ${is.colour}`);
    }
  }
  const all = [...counts, ...(styles ?? []), ...(sizes ?? []), ...(places ?? []), ...(colours ?? [])];
  return all.length > MOST_LINES ? [...all.slice(0, MOST_LINES), `and ${all.length - MOST_LINES} more`] : all;
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
