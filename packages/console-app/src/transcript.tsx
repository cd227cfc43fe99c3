/** What was said, from the desk's side: the visitor on the left, the business on the right. */
import { entriesOf, type TimelineEntry, type ToolEntry } from '@service/embed-headless/core';
import { withTools } from '@service/embed-headless/tools';
import {
  cleanText,
  type FeedbackValue,
  type FormAnswer,
  type LogEvent,
  type Part,
  readFormAnswer,
  readParts,
} from '@service/protocol';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { readable } from './readable.js';
import { SentFile } from './sent-file.js';
import { clockOf } from './time.js';
import type { Letter } from './tray.js';

interface TranscriptProps {
  readonly events: readonly LogEvent[];
  readonly letters: readonly Letter[];
  readonly typing: boolean;
  /** A fresh address of a file, or null. */
  readonly linkTo: (file: string) => Promise<string | null>;
  readonly onDiscard: (clientId: string) => void;
}

const NOTICE = {
  'handoff-requested': 'Asked for a person',
  'handoff-accepted': 'A person joined',
  'handoff-ended': 'The assistant answers again',
  closed: 'The conversation was closed',
} as const;
const DEED = { take: 'Taking it', 'give-back': 'Giving it back', close: 'Closing it' } as const;

export function Transcript({ events, letters, typing, linkTo, onDiscard }: TranscriptProps) {
  const entries = useMemo(() => withTools(entriesOf(events), events), [events]);
  const opinions = useMemo(() => opinionsIn(events), [events]);
  const end = useRef<HTMLLIElement>(null);
  const last = events.at(-1)?.seq ?? 0;
  useEffect(() => end.current?.scrollIntoView({ block: 'end' }), [last, letters.length, typing]);
  return (
    // What scrolls has to be reached with the keyboard
    <div class="transcript" role="log" aria-label="Conversation" tabIndex={0}>
      <ol>
        {entries.map((entry) => (
          <Entry key={entry.key} entry={entry} opinion={opinions.get(entry.key) ?? null} linkTo={linkTo} />
        ))}
        {letters.map((letter) => (
          <Unsent key={letter.clientId} letter={letter} onDiscard={onDiscard} />
        ))}
        {typing && <li class="notice">The visitor is writing …</li>}
        <li ref={end} aria-hidden="true" />
      </ol>
    </div>
  );
}

/** Cards, answers to choose from and a form, in a line: what the visitor was offered and asked. */
function Offered({ parts }: { readonly parts: readonly Part[] }) {
  const offers = parts.flatMap((part) =>
    part.type === 'card' ? [part.title] : part.type === 'form' ? [] : part.replies.map(({ label }) => label),
  );
  const form = parts.find((part) => part.type === 'form');
  return (
    <>
      {offers.length > 0 && <small>Offered: {cleanText(offers.join(' · '))}</small>}
      {form && (
        <small>
          Form “{cleanText(form.title)}”: {cleanText(form.fields.map(({ label }) => label).join(' · '))}
        </small>
      )}
    </>
  );
}

/** What the visitor filled in, by what was asked. */
function Answers({ answer: { title, answers } }: { readonly answer: FormAnswer }) {
  return (
    <>
      <p>{cleanText(title)}</p>
      <dl class="answers">
        {answers.map(({ name, label, value }) => (
          <div key={name}>
            <dt>{cleanText(label)}</dt>
            <dd>{value === true ? 'Yes' : value === false ? 'No' : cleanText(String(value))}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** What is decided and not confirmed yet, or was refused. */
function Unsent({ letter, onDiscard }: { readonly letter: Letter; readonly onDiscard: (clientId: string) => void }) {
  const { clientId, deed, text, parts, refused } = letter;
  return (
    <li class={deed === 'messages' ? 'ours' : 'notice'}>
      {text !== undefined && text !== '' && <p>{text}</p>}
      {parts && <Offered parts={parts} />}
      {refused === null ? (
        <small>{deed === 'messages' ? 'On its way …' : `${DEED[deed]} …`}</small>
      ) : (
        <small role="alert">
          {refused}{' '}
          <button type="button" class="quiet" onClick={() => onDiscard(clientId)}>
            Throw away
          </button>
        </small>
      )}
    </li>
  );
}

const OPINION = { up: 'Good answer, says the visitor', down: 'Bad answer, says the visitor' } as const;

/** What the visitor thinks of each answer, by its id: of several about one the last one counts. */
function opinionsIn(events: readonly LogEvent[]): ReadonlyMap<string, FeedbackValue> {
  return new Map(events.flatMap(({ body }) => (body.kind === 'feedback' ? [[body.message, body.value]] : [])));
}

interface EntryProps extends Pick<TranscriptProps, 'linkTo'> {
  readonly entry: TimelineEntry;
  /** The visitor's, of an answer. */
  readonly opinion: FeedbackValue;
}

function Entry({ entry, opinion, linkTo }: EntryProps) {
  if (entry.type === 'notice') {
    const who =
      entry.notice === 'handoff-accepted' && entry.by.name
        ? `${cleanText(entry.by.name)} joined`
        : NOTICE[entry.notice];
    return <li class="notice">{who}</li>;
  }
  if (entry.type === 'tool') return <Call call={entry} />;
  const who =
    entry.type === 'own' ? 'Visitor' : (entry.author.name ?? (entry.type === 'answer' ? 'Assistant' : 'Person'));
  const answer = entry.type === 'own' && entry.parts !== undefined ? readFormAnswer(entry.parts) : null;
  return (
    <li class={entry.type === 'own' ? 'theirs' : entry.type === 'answer' ? 'ours ai' : 'ours'}>
      {entry.type === 'answer' ? (
        <p>{readable(entry.text) || '…'}</p>
      ) : answer ? (
        <Answers answer={answer} />
      ) : (
        entry.text !== '' && <p>{cleanText(entry.text)}</p>
      )}
      {entry.type !== 'own' && entry.parts && <Offered parts={readParts(entry.parts)} />}
      {entry.type !== 'answer' && entry.files.map((file) => <SentFile key={file.id} file={file} linkTo={linkTo} />)}
      {opinion && <small class={`opinion ${opinion}`}>{OPINION[opinion]}</small>}
      <small>
        {who} <time dateTime={new Date(entry.at).toISOString()}>{clockOf(entry.at)}</time>
      </small>
    </li>
  );
}

const CALL = {
  running: 'running',
  asking: 'waits for the visitor’s confirmation',
  succeeded: 'done',
  denied: 'declined by the visitor',
  failed: 'not done',
  unknown: 'nobody can tell whether it was done',
} as const;

/** What the assistant had the visitor's page do, with the arguments as they were. */
function Call({ call }: { readonly call: ToolEntry }) {
  const { name, title, args, state, code } = call;
  const why = code === null || code === 'denied' ? '' : ` (${code.replaceAll('_', ' ')})`;
  return (
    <li class={`call ${state}`}>
      <details>
        <summary>
          {cleanText(title ?? name)}: {CALL[state]}
          {why}
        </summary>
        <code>
          {name} {cleanText(args)}
        </code>
      </details>
    </li>
  );
}
