/**
 * A long conversation is drawn in chunks of fifty entries. A chunk in which nothing has changed is not drawn again. So chunks
 * must keep their borders: entries are counted from the first one that was loaded, and neither earlier messages nor new ones
 * move a border.
 */
import type { TimelineEntry } from '@service/embed-headless/core';

const ENTRIES = 50;

export interface TranscriptChunk {
  /** Counted from the origin: negative for earlier messages fetched later. */
  readonly number: number;
  readonly entries: readonly TimelineEntry[];
  /** The entry before the first one: a new day may begin between them. */
  readonly before: TimelineEntry | null;
  /** The last author of the business before the chunk. */
  readonly authorBefore: string | null;
}

/** `origin` is the key of the entry to count from; when it is gone, the first one is. */
export function chunksOf(timeline: readonly TimelineEntry[], origin: string | null): readonly TranscriptChunk[] {
  const found = origin === null ? 0 : timeline.findIndex(({ key }) => key === origin);
  const zero = Math.max(0, found);
  const chunks: TranscriptChunk[] = [];
  for (let number = Math.floor(-zero / ENTRIES); zero + number * ENTRIES < timeline.length; number++) {
    const from = Math.max(0, zero + number * ENTRIES);
    const entries = timeline.slice(from, zero + (number + 1) * ENTRIES);
    chunks.push({ number, entries, before: timeline[from - 1] ?? null, authorBefore: authorBefore(timeline, from) });
  }
  return chunks;
}

/** True when drawing both looks the same. */
export function sameChunk(a: TranscriptChunk, b: TranscriptChunk): boolean {
  return (
    a.before === b.before &&
    a.authorBefore === b.authorBefore &&
    a.entries.length === b.entries.length &&
    a.entries.every((entry, i) => entry === b.entries[i])
  );
}

/** Identifies an author of the business; null for other entries. Contains the name: several people may share an id. */
export function authorKeyOf(entry: TimelineEntry): string | null {
  if (entry.type !== 'answer' && entry.type !== 'person') return null;
  const { kind, id, name } = entry.author;
  return `${kind} ${id} ${name}`;
}

function authorBefore(timeline: readonly TimelineEntry[], index: number): string | null {
  for (let i = index - 1; i >= 0; i--) {
    const author = authorKeyOf(timeline[i] as TimelineEntry);
    if (author) return author;
  }
  return null;
}
