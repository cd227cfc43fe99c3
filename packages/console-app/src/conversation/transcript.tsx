/** The conversation as the team sees it: the visitor on the left, the business on the right. */
import { toTimelineEntries } from '@service/embed-headless/core';
import { withTools } from '@service/embed-headless/tools';
import type { FeedbackValue, LogEvent } from '@service/protocol';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Outbox } from '../outbox/outbox.js';
import { Entry } from './entry.js';
import { PendingEntry } from './pending-entry.js';

interface TranscriptProps {
  readonly events: readonly LogEvent[];
  /** As the site has signed it, or null. */
  readonly visitorName: string | null;
  readonly pending: Outbox;
  readonly typing: boolean;
  /** A fresh address of a file, or null. */
  readonly linkTo: (file: string) => Promise<string | null>;
  readonly onDiscard: (clientId: string) => void;
}

export function Transcript({ events, visitorName, pending, typing, linkTo, onDiscard }: TranscriptProps) {
  const entries = useMemo(() => withTools(toTimelineEntries(events), events), [events]);
  const ratings = useMemo(() => ratingsIn(events), [events]);
  const versions = useMemo(() => versionsIn(events), [events]);
  const region = useRef<HTMLDivElement>(null);
  useEndInView(region, pending.length);
  return (
    // A scrolling region must be reachable with the keyboard.
    <div ref={region} class="transcript" role="log" aria-label="Conversation" tabIndex={0}>
      <ol>
        {entries.map((entry) => (
          <Entry
            key={entry.key}
            entry={entry}
            visitorName={visitorName}
            rating={ratings.get(entry.key) ?? null}
            version={versions.get(entry.key) ?? null}
            linkTo={linkTo}
          />
        ))}
        {pending.map((action) => (
          <PendingEntry key={action.clientId} pending={action} onDiscard={onDiscard} />
        ))}
        {typing && <li class="notice">The visitor is typing…</li>}
      </ol>
    </div>
  );
}

/** In pixels: a reader who is nearer to the end than this is at the end. */
const NEAR = 40;

/**
 * Keeps the end of a scrolled region in view while its reader is there: when messages come, when a picture takes its place after
 * it, and when the region becomes smaller. Who reads further up stays there. `own`: how many messages of the reader are on their way.
 */
function useEndInView(region: RefObject<HTMLElement | null>, own: number): void {
  const isAtEnd = useRef(true);
  const toEnd = (): void => {
    if (region.current) region.current.scrollTop = region.current.scrollHeight;
  };
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    let before = element.scrollTop;
    const look = (): void => {
      const { scrollTop, scrollHeight, clientHeight } = element;
      // Down, and still not at the end: something has grown below meanwhile.
      if (scrollHeight - scrollTop - clientHeight < NEAR) isAtEnd.current = true;
      else if (scrollTop < before) isAtEnd.current = false;
      before = scrollTop;
    };
    element.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(() => isAtEnd.current && toEnd());
    for (const each of [element, ...element.children]) observer.observe(each);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, []);
  useLayoutEffect(() => {
    if (own === 0) return;
    isAtEnd.current = true;
    toEnd();
  }, [own]);
}

/** The visitor's rating of each answer, by its id. The last of several counts. */
function ratingsIn(events: readonly LogEvent[]): ReadonlyMap<string, FeedbackValue> {
  return new Map(events.flatMap(({ body }) => (body.kind === 'feedback' ? [[body.message, body.value]] : [])));
}

/** The version of the AI agent that wrote each answer, by the answer's id. */
function versionsIn(events: readonly LogEvent[]): ReadonlyMap<string, number> {
  return new Map(
    events.flatMap(({ body }) => ('agent' in body && body.agent ? [[body.message, body.agent.version]] : [])),
  );
}
