/** The conversation as the team sees it: the visitor on the left, the business on the right. */
import { toTimelineEntries } from '@service/embed-headless/core';
import { withTools } from '@service/embed-headless/tools';
import type { FeedbackValue, LogEvent } from '@service/protocol';
import { useEffect, useMemo, useRef } from 'preact/hooks';
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
  const end = useRef<HTMLLIElement>(null);
  const last = events.at(-1)?.seq ?? 0;
  useEffect(() => end.current?.scrollIntoView({ block: 'end' }), [last, pending.length, typing]);
  return (
    // A scrolling region must be reachable with the keyboard.
    <div class="transcript" role="log" aria-label="Conversation" tabIndex={0}>
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
        <li ref={end} aria-hidden="true" />
      </ol>
    </div>
  );
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
