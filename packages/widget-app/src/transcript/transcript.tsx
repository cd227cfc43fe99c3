/**
 * What was said. Stays at the end while the visitor is at the end, and stays where they read when they scrolled up.
 * It is a log for screen readers but announces nothing itself: a streaming answer would be read letter by letter.
 */
import type { ChatClient, ChatState, TimelineEntry } from '@service/embed-headless/core';
import type { PublicInbox } from '@service/protocol';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { DownIcon } from '../ui/icons.js';
import { useTexts } from '../ui/use-texts.js';
import { type ChunkProps, ChunkView, sameDrawing } from './chunk-view.js';
import { chunksOf, sameChunk } from './chunks.js';
import { Thinking } from './entries/thinking.js';
import { entryId } from './entry.js';
import { stepTo } from './keyboard-steps.js';
import { useScrollPosition } from './scroll/use-scroll-position.js';
import { useReadMarker } from './use-read-marker.js';

interface TranscriptProps {
  readonly chat: ChatState;
  readonly client: ChatClient;
  readonly open: boolean;
  readonly greeting: string;
  readonly people: PublicInbox['people'];
  /** The visitor's words that are not in the timeline yet. */
  readonly unsent?: ComponentChildren;
  /** Below the log, and scrolled with it. */
  readonly children?: ComponentChildren;
}

/** Drawn first, so that a long conversation opens as fast as a short one; the rest follows once these can be seen. */
const FIRST_DRAWN = 10;
/** Earlier messages are fetched this long before the first one is reached. CSS pixels. */
const FETCH_AHEAD = 600;

export function Transcript({ chat, client, open, greeting, people, unsent, children }: TranscriptProps) {
  const texts = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const place = useScrollPosition(box, chat.timeline.length > 0);
  const newSince = useReadMarker(client, chat, open, place.atEnd);
  /** Key of the entry the keyboard is at; null: the latest. */
  const [at, setAt] = useState<string | null>(null);
  const [whole, setWhole] = useState(false);
  const timeline = whole ? chat.timeline : chat.timeline.slice(-FIRST_DRAWN);
  const waits = !whole && chat.timeline.length > FIRST_DRAWN;
  useEffect(() => {
    if (!open || !chat.loaded) return;
    const frame = requestAnimationFrame(() => setTimeout(() => setWhole(true)));
    return () => cancelAnimationFrame(frame);
  }, [open, chat.loaded]);

  const last = timeline.at(-1)?.key ?? null;
  const current = at !== null && timeline.some(({ key }) => key === at) ? at : last;
  const firstNew =
    newSince === null ? null : (timeline.find((entry) => isNews(entry) && (entry.seq ?? 0) > newSince)?.key ?? null);
  const latestOwn = timeline.findLast((entry) => entry.type === 'own');
  const lastOwn = latestOwn?.key ?? null;

  // Own words bring the visitor back to the end, wherever they were reading; those of another tab do not.
  const writing = latestOwn?.delivery.state === 'sending' ? latestOwn.key : null;
  useEffect(() => {
    if (writing === null) return;
    setAt(null);
    place.toEnd();
  }, [writing]);
  // Who comes back begins with what is new.
  useLayoutEffect(() => {
    if (!open) return;
    const mark = box.current?.querySelector('.new-since');
    if (mark) place.startAt(mark);
    else place.toEnd();
  }, [open, chat.loaded, whole]);

  const origin = useRef<string | null>(null);
  if (!timeline.some(({ key }) => key === origin.current)) origin.current = timeline[0]?.key ?? null;
  const drawn = useRef(new Map<number, { readonly props: ChunkProps; readonly drawing: VNode }>());
  const sheets = chunksOf(timeline, origin.current);
  const drawings = sheets.map((sheet) => {
    const here = (key: string | null): string | null =>
      key !== null && sheet.entries.some((entry) => entry.key === key) ? key : null;
    const props: ChunkProps = {
      sheet,
      client,
      people,
      handledBy: chat.handledBy,
      current: here(current),
      firstNew: here(firstNew),
      last: here(last),
      lastOwn: here(lastOwn),
    };
    const before = drawn.current.get(sheet.number);
    if (before && sameDrawing(before.props, props, sameChunk)) return before.drawing;
    const drawing = <ChunkView key={sheet.number} {...props} />;
    drawn.current.set(sheet.number, { props, drawing });
    return drawing;
  });

  const scrolled = (): void => {
    const up = place.scrolled();
    if (up && (box.current?.scrollTop ?? 0) < FETCH_AHEAD && chat.hasOlder && !chat.loadingOlder) client.loadOlder();
  };
  const stepped = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || timeline.length === 0) return;
    const index = timeline.findIndex(({ key }) => key === current);
    const to = stepTo(event.key, index, timeline.length, (from, direction) => {
      const height = box.current?.clientHeight ?? 0;
      let passed = 0;
      for (let i = from; timeline[i]; i += direction) {
        passed += elementOf(timeline[i])?.offsetHeight ?? 0;
        if (passed > height) return Math.abs(i - from);
      }
      return timeline.length;
    });
    if (to === null) return;
    event.preventDefault();
    const here = elementOf(timeline[index]);
    const further = { ArrowDown: 60, ArrowUp: -60, PageDown: 400, PageUp: -400 }[event.key];
    // A long answer is read to its end before the next one.
    if (here && further && place.readOn(here, further)) return;
    // Further up is only what was fetched; asking again at the top fetches more.
    if (to === 0 && chat.hasOlder && !chat.loadingOlder) client.loadOlder();
    const element = elementOf(timeline[to]);
    setAt(timeline[to]?.key ?? null);
    element?.focus({ preventScroll: true });
    if (element) place.reveal(element);
  };
  return (
    <div class="transcript-frame">
      <div ref={box} class="transcript" onScroll={scrolled} tabIndex={timeline.length === 0 ? 0 : undefined}>
        <div class="scrolled">
          {chat.hasOlder || waits ? (
            <button
              type="button"
              class="quiet older"
              aria-disabled={chat.loadingOlder}
              onClick={() => chat.loadingOlder || client.loadOlder()}
            >
              {texts.loadOlder}
            </button>
          ) : (
            <p class="greeting" dir="auto">
              {greeting}
            </p>
          )}
          <div
            class="log"
            role="log"
            aria-live="off"
            aria-label={texts.conversation}
            onKeyDown={stepped}
            onFocusIn={(event: FocusEvent) => {
              const entry = (event.target as Element).closest<HTMLElement>('.entry');
              if (entry?.dataset.key) setAt(entry.dataset.key);
            }}
          >
            {drawings}
            {unsent}
            {chat.turn === 'submitted' && chat.outbox === 0 && <Thinking label={texts.thinking} />}
            {chat.typing.map((who) => (
              <Thinking key={who.id} label={texts.typing(who.name ?? texts.assistant)} />
            ))}
          </div>
          {children}
        </div>
      </div>
      {!place.atEnd && (
        <button
          type="button"
          class="jump"
          aria-label={chat.unread > 0 ? texts.jumpToNew(chat.unread) : texts.jumpToLatest}
          onClick={() => place.toEnd(true)}
        >
          {chat.unread > 0 && <span>{new Intl.NumberFormat(texts.locale).format(chat.unread)}</span>}
          <DownIcon />
        </button>
      )}
    </div>
  );
}

function elementOf(entry: TimelineEntry | undefined): HTMLElement | null {
  return entry ? document.getElementById(entryId(entry.key)) : null;
}

function isNews(entry: TimelineEntry): boolean {
  return entry.type === 'answer' || entry.type === 'person';
}
