/** A sheet on the screen. Once its height is known, the browser may leave it out while it is out of view. */
import { useEffect, useRef } from 'preact/hooks';
import { speakerOf, type TranscriptChunk } from './chunks.js';
import { isNewDay } from './days.js';
import { Entry, type EntryContext } from './entry.js';

export interface ChunkProps extends EntryContext {
  readonly sheet: TranscriptChunk;
  /** Keys of the entries in it that stand out, each null when it is in another sheet. */
  readonly current: string | null;
  readonly firstNew: string | null;
  readonly last: string | null;
  readonly lastOwn: string | null;
}

export function ChunkView({ sheet, current, firstNew, last, lastOwn, ...surroundings }: ChunkProps) {
  const page = useRef<HTMLDivElement>(null);
  // Measured, not guessed: with a wrong height the text would jump while somebody scrolls up to it.
  const final = last === null;
  useEffect(() => {
    const element = page.current;
    if (!element || !final) return;
    const frame = requestAnimationFrame(() => {
      if (element.offsetHeight === 0) return;
      element.style.setProperty('contain-intrinsic-block-size', `auto ${element.offsetHeight}px`);
      element.classList.add('settled');
    });
    return () => {
      cancelAnimationFrame(frame);
      element.classList.remove('settled');
    };
  }, [final, sheet]);

  let speaker = sheet.speaker;
  return (
    <div ref={page} class="sheet">
      {sheet.entries.map((entry, i) => {
        const speaks = speakerOf(entry);
        const newSpeaker = speaks !== null && speaks !== speaker;
        speaker = speaks ?? speaker;
        return (
          <Entry
            key={entry.key}
            {...surroundings}
            entry={entry}
            newDay={isNewDay((sheet.entries[i - 1] ?? sheet.before)?.at, entry.at)}
            newSpeaker={newSpeaker}
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

/** True when nothing that is drawn has changed; then the drawing of before is used again, and the whole sheet is skipped. */
export function sameDrawing(
  a: ChunkProps,
  b: ChunkProps,
  sameSheet: (a: TranscriptChunk, b: TranscriptChunk) => boolean,
): boolean {
  const { sheet: one, ...rest } = a;
  const { sheet: other, ...others } = b;
  return (
    sameSheet(one, other) && (Object.keys(rest) as (keyof typeof rest)[]).every((name) => rest[name] === others[name])
  );
}
