import { useEffect, useRef } from 'preact/hooks';
import { isNewDay } from '../days.js';
import { Entry, type EntryContext } from '../entry.js';
import { authorKeyOf, type TranscriptChunk } from './chunks.js';

export interface ChunkProps extends EntryContext {
  readonly chunk: TranscriptChunk;
  /** Keys of the entries that are drawn differently; each null when it is in another chunk. */
  readonly current: string | null;
  readonly firstNew: string | null;
  readonly last: string | null;
  readonly lastOwn: string | null;
}

/** Draws a chunk. Once its height is known, the browser may skip it while it is out of view. */
export function ChunkView({ chunk, current, firstNew, last, lastOwn, ...context }: ChunkProps) {
  const root = useRef<HTMLDivElement>(null);
  const isComplete = last === null;
  useEffect(() => {
    const element = root.current;
    if (!element || !isComplete) return;
    // Measured, not estimated: with a wrong height the text would jump while the visitor scrolls up to it.
    const frame = requestAnimationFrame(() => {
      if (element.offsetHeight === 0) return;
      element.style.setProperty('contain-intrinsic-block-size', `auto ${element.offsetHeight}px`);
      element.classList.add('measured');
    });
    return () => {
      cancelAnimationFrame(frame);
      element.classList.remove('measured');
    };
  }, [isComplete, chunk]);
  let lastAuthor = chunk.authorBefore;
  return (
    <div ref={root} class="chunk">
      {chunk.entries.map((entry, i) => {
        const author = authorKeyOf(entry);
        const newAuthor = author !== null && author !== lastAuthor;
        lastAuthor = author ?? lastAuthor;
        return (
          <Entry
            key={entry.key}
            {...context}
            entry={entry}
            newDay={isNewDay((chunk.entries[i - 1] ?? chunk.before)?.at, entry.at)}
            newAuthor={newAuthor}
            firstNew={entry.key === firstNew}
            last={entry.key === last}
            lastOwn={entry.key === lastOwn}
            current={entry.key === current}
          />
        );
      })}
    </div>
  );
}

/** True when nothing that is drawn has changed, so the earlier view can be used again. */
export function sameDrawing(
  a: ChunkProps,
  b: ChunkProps,
  sameChunk: (a: TranscriptChunk, b: TranscriptChunk) => boolean,
): boolean {
  const { chunk: one, ...rest } = a;
  const { chunk: other, ...others } = b;
  return (
    sameChunk(one, other) && (Object.keys(rest) as (keyof typeof rest)[]).every((name) => rest[name] === others[name])
  );
}
