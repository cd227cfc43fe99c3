/** The part of a message that a search shows, around the first of the words that were found. */
import { characterAt, SEARCH_LIMITS, truncate } from '@service/protocol';
import type { Phrase } from '../../store/port/search.js';
import { type Word, wordsIn } from './search-terms.js';

export interface Excerpt {
  readonly excerpt: string;
  readonly marks: readonly (readonly [number, number])[];
}

/** How many characters may still be looked at. One search shares it among its hits. */
export interface Looking {
  left: number;
}

/**
 * The text around the first of the phrases, in one line, and where they all are in it. Words are read up to the end of what is
 * shown and no further. Where `looking` ends before a phrase is found, the excerpt is the beginning of the text, without marks.
 */
export function excerptOf(text: string, phrases: readonly Phrase[], looking: Looking = { left: text.length }): Excerpt {
  const line = text.replace(/\s+/gu, ' ').trim();
  const places = placesIn(line, phrases, looking);
  const first = places[0]?.[0] ?? 0;
  const from = beginning(line, first);
  const shown = truncate(line.slice(from), SEARCH_LIMITS.excerptLength);
  const to = from + shown.length;
  const [before, after] = [from > 0 ? '…' : '', to < line.length ? '…' : ''];
  const shift = before.length - from;
  return {
    excerpt: `${before}${shown}${after}`,
    marks: places
      .filter(([start, end]) => start >= from && end <= to)
      .slice(0, SEARCH_LIMITS.marks)
      // To the end of its last character: a mark between a digit and the box around it would show both broken.
      .map(([start, end]) => [start + shift, characterAt(shown, end - from - 1)[1] + before.length] as const),
  };
}

/** Where phrases are, from the first one on, as far as an excerpt can reach. */
function placesIn(line: string, phrases: readonly Phrase[], looking: Looking): readonly (readonly [number, number])[] {
  const longest = Math.max(0, ...phrases.map(({ terms }) => terms.length));
  const places: (readonly [number, number])[] = [];
  const ahead: Word[] = [];
  /** The end of the excerpt, as soon as the first phrase is found. */
  let end = Number.POSITIVE_INFINITY;
  const lookAt = (at: number): void => {
    const long = phrases.filter((phrase) => isAt(ahead, at, phrase)).map(({ terms }) => terms.length);
    const [from, to] = [ahead[at]?.from, ahead[at + Math.max(...long) - 1]?.to];
    if (from === undefined || to === undefined) return;
    if (places.length === 0) end = from + SEARCH_LIMITS.excerptLength;
    places.push([from, to]);
  };
  let looked = 0;
  let next = 0;
  for (const word of wordsIn(line.slice(0, looking.left))) {
    looked = word.to;
    ahead.push(word);
    if (ahead.length - next >= longest) lookAt(next++);
    if (word.from > end) break;
  }
  while (next < ahead.length) lookAt(next++);
  looking.left -= looked;
  return places;
}

function isAt(all: readonly Word[], at: number, { terms, prefix }: Phrase): boolean {
  for (let i = 0; i < terms.length; i++) {
    const here = all[at + i]?.term;
    const term = terms[i] as string;
    if (here === undefined || (prefix ? !here.startsWith(term) : here !== term)) return false;
  }
  return true;
}

/** A little before the first word that was found, at the beginning of a word where there is one near. */
function beginning(line: string, first: number): number {
  const early = Math.max(0, first - 50);
  if (early === 0) return 0;
  const space = line.indexOf(' ', early);
  return space >= 0 && space < first ? space + 1 : characterAt(line, early)[0];
}
