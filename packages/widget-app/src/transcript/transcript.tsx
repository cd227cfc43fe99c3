/**
 * The messages of a conversation. Follows the end while the visitor is at the end, and stays in place after they scrolled up.
 * It is a log for screen readers but announces nothing: a streaming answer would be read out letter by letter.
 */
import type { ChatClient, ChatState, TimelineEntry } from '@service/embed-headless/core';
import type { PublicInbox } from '@service/protocol';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { DownIcon } from '../ui/icons.js';
import { useTexts } from '../ui/use-texts.js';
import { useChunkViews } from './chunks/use-chunk-views.js';
import { Thinking } from './entries/thinking.js';
import { useEntryNavigation } from './keyboard/use-entry-navigation.js';
import { useScrollPosition } from './scroll/use-scroll-position.js';
import { useReadMarker } from './use-read-marker.js';

interface TranscriptProps {
  readonly chat: ChatState;
  readonly client: ChatClient;
  readonly open: boolean;
  readonly greeting: string;
  readonly people: PublicInbox['people'];
  /** Messages that aren't in the timeline yet. */
  readonly unsent?: ComponentChildren;
  /** Below the log, and scrolled with it. */
  readonly children?: ComponentChildren;
}

/** Drawn first, so that a long conversation opens as fast as a short one. */
const FIRST_DRAWN = 10;
/** Earlier messages are fetched at this distance from the first one. CSS pixels. */
const FETCH_AHEAD = 600;

export function Transcript({ chat, client, open, greeting, people, unsent, children }: TranscriptProps) {
  const texts = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const { atEnd, scroll } = useScrollPosition(box, chat.timeline.length > 0);
  const newSince = useReadMarker(client, chat, open, atEnd);
  const { timeline, isPartial } = useDrawnTimeline(chat, open);
  const { current, goTo, onKeyDown } = useEntryNavigation({ box, chat, client, timeline, scroll });
  const latestOwn = timeline.findLast((entry) => entry.type === 'own');
  // Sending a message scrolls to the end; a message from another tab does not.
  const sending = latestOwn?.delivery.state === 'sending' ? latestOwn.key : null;
  useEffect(() => {
    if (sending === null) return;
    goTo(null);
    scroll.toEnd();
  }, [sending]);
  // Opening the chat shows the first new message.
  useLayoutEffect(() => {
    if (!open) return;
    const divider = box.current?.querySelector('.new-divider');
    if (divider) scroll.startAt(divider);
    else scroll.toEnd();
  }, [open, chat.loaded, isPartial]);
  const chunks = useChunkViews(
    timeline,
    { client, people, handledBy: chat.handledBy },
    {
      current,
      firstNew: newSince === null ? null : firstAfter(timeline, newSince),
      last: (!chat.paused && timeline.at(-1)?.key) || null,
      lastOwn: latestOwn?.key ?? null,
    },
  );
  const fetchAhead = (): void => {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    if (clientHeight > 0 && scrollTop < FETCH_AHEAD && chat.hasOlder && !chat.loadingOlder) client.loadOlder();
  };
  const onScroll = (): void => {
    if (scroll.scrolled()) fetchAhead();
  };
  // A page that was shorter than that, or came while the reader went on to its top: at the top nothing can be scrolled.
  useEffect(() => {
    if (!atEnd && !isPartial) fetchAhead();
  }, [chat.loadingOlder]);
  return (
    <div class="transcript-frame">
      <div ref={box} class="transcript" onScroll={onScroll} tabIndex={timeline.length === 0 ? 0 : undefined}>
        <div class="transcript-content">
          <Beginning chat={chat} client={client} greeting={greeting} isPartial={isPartial} />
          <div
            class="log"
            role="log"
            aria-live="off"
            aria-label={texts.conversation}
            onKeyDown={onKeyDown}
            onFocusIn={(event: FocusEvent) => {
              const entry = (event.target as Element).closest<HTMLElement>('.entry');
              if (entry?.dataset.key) goTo(entry.dataset.key);
            }}
          >
            {chunks}
            {unsent}
            <Activity chat={chat} />
          </div>
          {children}
        </div>
      </div>
      {!atEnd && <JumpButton unread={chat.unread} onJump={() => scroll.toEnd(true)} />}
    </div>
  );
}

/** The latest entries first; all of them once those are drawn. */
function useDrawnTimeline(
  chat: ChatState,
  open: boolean,
): { readonly timeline: readonly TimelineEntry[]; readonly isPartial: boolean } {
  const [whole, setWhole] = useState(false);
  useEffect(() => {
    if (!open || !chat.loaded) return;
    const frame = requestAnimationFrame(() => setTimeout(() => setWhole(true)));
    return () => cancelAnimationFrame(frame);
  }, [open, chat.loaded]);
  return { timeline: whole ? chat.timeline : chat.timeline.slice(-FIRST_DRAWN), isPartial: !whole };
}

interface BeginningProps extends Pick<TranscriptProps, 'chat' | 'client' | 'greeting'> {
  readonly isPartial: boolean;
}

/** Above the first entry: the greeting, or the button that loads earlier messages. */
function Beginning({ chat, client, greeting, isPartial }: BeginningProps) {
  const texts = useTexts();
  if (chat.hasOlder || (isPartial && chat.timeline.length > FIRST_DRAWN))
    return (
      <button
        type="button"
        class="text-button load-older"
        aria-disabled={chat.loadingOlder}
        onClick={() => chat.loadingOlder || client.loadOlder()}
      >
        {texts.loadOlder}
      </button>
    );
  return (
    <p class="greeting" dir="auto">
      {greeting}
    </p>
  );
}

/** Below the last entry: the assistant is thinking, people are typing. */
function Activity({ chat }: Pick<TranscriptProps, 'chat'>) {
  const texts = useTexts();
  return (
    <>
      {chat.turn === 'submitted' && chat.outbox === 0 && <Thinking label={texts.thinking} />}
      {chat.typing.map((author) => (
        <Thinking key={author.id} label={texts.typing(author.name ?? texts.assistant)} />
      ))}
    </>
  );
}

function JumpButton({ unread, onJump }: { readonly unread: number; readonly onJump: () => void }) {
  const texts = useTexts();
  return (
    <button
      type="button"
      class="jump-to-latest"
      aria-label={unread > 0 ? texts.jumpToNew(unread) : texts.jumpToLatest}
      onClick={onJump}
    >
      {unread > 0 && <span>{new Intl.NumberFormat(texts.locale).format(unread)}</span>}
      <DownIcon />
    </button>
  );
}

/** Key of the first answer or message of a person after number `seq` of the log. */
function firstAfter(timeline: readonly TimelineEntry[], seq: number): string | null {
  const isNews = ({ type }: TimelineEntry): boolean => type === 'answer' || type === 'person';
  return timeline.find((entry) => isNews(entry) && (entry.seq ?? 0) > seq)?.key ?? null;
}
