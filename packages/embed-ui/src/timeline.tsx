/** The conversation: it stays at its end while the visitor is there, and in its place while they read above. */
'use client';
import type { Chat, TimelineEntry } from '@service/embed-headless/react';
import {
  createContext,
  type ReactElement,
  type ReactNode,
  type RefObject,
  type UIEvent,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Message } from './message/message.js';
import { merged, Part, type PartProps } from './part.js';
import { useReading, useRootChat, useScreen } from './screen.js';

interface Scrolling {
  /** Whether the end is in sight. */
  readonly atEnd: boolean;
  toEnd(): void;
}
const Context = createContext<Scrolling>({ atEnd: true, toEnd: () => undefined });

/** Pixels from the end within which a visitor is at the end. */
const NEAR = 48;

/** Each entry, or what to draw around them. */
export interface TimelineProps extends Omit<PartProps<'div'>, 'children' | 'asChild'> {
  /**
   * Draws one entry.
   * @defaultValue `<Chat.Message entry={entry} />`
   */
  readonly children?: ((entry: TimelineEntry) => ReactNode) | undefined;
  /**
   * Beside the entries, such as `<Chat.JumpToLatest />`.
   * @defaultValue nothing
   */
  readonly after?: ReactNode;
  /**
   * In place of the entries while there are none, such as a greeting.
   * @defaultValue nothing
   */
  readonly empty?: ReactNode;
}

/** Scrolls by itself, so give it a height. What is far from sight is not laid out (`content-visibility`). A log for screen readers. */
export function Timeline({ children, after, empty, ...props }: TimelineProps): ReactElement {
  const chat = useRootChat();
  const { texts, components } = useScreen();
  const { timeline, hasOlder, loadingOlder, loadOlder } = chat;
  const { box, inner, atEnd, toEnd, scrolled } = useScrolling(chat);
  useReading(chat, atEnd);

  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>): void => {
    scrolled(currentTarget);
    if (currentTarget.scrollTop < NEAR && hasOlder && !loadingOlder) loadOlder();
  };
  const draw = children ?? ((entry: TimelineEntry) => <EntryOf entry={entry} />);
  const EntryOf = components.Message ?? Message;
  return (
    <Context.Provider value={{ atEnd, toEnd }}>
      <div
        ref={box}
        data-chat="timeline"
        data-at-end={atEnd}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
        tabIndex={0}
        role="log"
        aria-label={texts.log}
        aria-busy={!chat.loaded}
        {...merged({ style: { overflowY: 'auto', overflowAnchor: 'none' }, onScroll }, props)}
      >
        <div ref={inner} data-chat="entries">
          {hasOlder && (
            <button type="button" data-chat="older" disabled={loadingOlder} onClick={loadOlder}>
              {texts.older}
            </button>
          )}
          {chat.loaded && timeline.length === 0 && empty}
          {timeline.map((entry) => (
            <div
              key={entry.key}
              data-chat="entry"
              data-type={entry.type}
              style={{ contentVisibility: 'auto', containIntrinsicSize: 'auto 64px' }}
            >
              {draw(entry)}
            </div>
          ))}
        </div>
      </div>
      {after}
    </Context.Provider>
  );
}

interface Place {
  /** Key of the first entry; undefined: there is none, or another conversation was opened. */
  first?: string | undefined;
  /** Pixels from there to the end. */
  fromEnd: number;
  atEnd: boolean;
}

/** Returns the box. */
function scrollToEnd(box: RefObject<HTMLElement | null>): HTMLElement {
  const element = box.current as HTMLElement;
  element.scrollTop = element.scrollHeight;
  return element;
}

/** Keeps the end in sight, or the place. */
function useScrolling({ timeline, conversation }: Chat) {
  const box = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  // The effects of the first drawing set it.
  const place = useRef({} as Place).current;
  const first = timeline[0]?.key;
  // Another conversation is read from its end.
  useLayoutEffect(() => {
    place.first = undefined;
    setAtEnd(true);
  }, [conversation, place]);
  useLayoutEffect(() => {
    const element = box.current as HTMLDivElement;
    // Earlier entries have come above: what was in sight stays there.
    if (place.first && first !== place.first) element.scrollTop = element.scrollHeight - place.fromEnd;
    else if (atEnd) scrollToEnd(box);
    place.first = first;
    place.fromEnd = element.scrollHeight - element.scrollTop;
    place.atEnd = atEnd;
  }, [timeline, first, atEnd, place]);

  const toEnd = (): void => {
    setAtEnd(true);
    // The button that was clicked goes, and must not take the focus along.
    scrollToEnd(box).focus({ preventScroll: true });
  };
  // What is drawn late, such as a picture, Markdown, or an entry that comes into sight, must not push the end out of sight.
  useEffect(() => {
    if (!globalThis.ResizeObserver) return;
    const observer = new ResizeObserver(() => {
      if (place.atEnd) scrollToEnd(box);
    });
    observer.observe(inner.current as HTMLDivElement);
    return () => observer.disconnect();
  }, [place]);
  const scrolled = (element: HTMLElement): void => {
    place.fromEnd = element.scrollHeight - element.scrollTop;
    setAtEnd(place.fromEnd - element.clientHeight < NEAR);
  };
  return { box, inner, atEnd, toEnd, scrolled };
}

/** Below a `Timeline` (`after`): a button while the end is out of sight, with the number of unread messages as `data-unread`. */
export function JumpToLatest(props: PartProps<'button'>): ReactElement | null {
  const { atEnd, toEnd } = useContext(Context);
  const { texts } = useScreen();
  const { unread } = useRootChat();
  if (atEnd) return null;
  return (
    <Part as="button" type="button" data-chat="jump" data-unread={unread} {...merged({ onClick: toEnd }, props)}>
      {props.children ?? texts.jump}
    </Part>
  );
}
