import type { TimelineEntry } from '@service/embed-headless/core';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { EntryContext } from '../entry.js';
import { type ChunkProps, ChunkView, sameDrawing } from './chunk-view.js';
import { chunksOf, sameChunk } from './chunks.js';

/** Keys of the entries that are drawn differently. */
export interface MarkedEntries {
  readonly current: string | null;
  readonly firstNew: string | null;
  readonly last: string | null;
  readonly lastOwn: string | null;
}

/** The chunks of the timeline. One in which nothing has changed is the same element as before, and is skipped. */
export function useChunkViews(
  timeline: readonly TimelineEntry[],
  context: EntryContext,
  marked: MarkedEntries,
): readonly VNode[] {
  const origin = useRef<string | null>(null);
  if (!timeline.some(({ key }) => key === origin.current)) origin.current = timeline[0]?.key ?? null;
  const drawn = useRef(new Map<number, { readonly props: ChunkProps; readonly view: VNode }>());
  return chunksOf(timeline, origin.current).map((chunk) => {
    const here = (key: string | null): string | null =>
      key !== null && chunk.entries.some((entry) => entry.key === key) ? key : null;
    const props: ChunkProps = {
      ...context,
      chunk,
      current: here(marked.current),
      firstNew: here(marked.firstNew),
      last: here(marked.last),
      lastOwn: here(marked.lastOwn),
    };
    const before = drawn.current.get(chunk.number);
    if (before && sameDrawing(before.props, props, sameChunk)) return before.view;
    const view = <ChunkView key={chunk.number} {...props} />;
    drawn.current.set(chunk.number, { props, view });
    return view;
  });
}
