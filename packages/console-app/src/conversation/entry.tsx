import type { TimelineEntry, ToolEntry } from '@service/embed-headless/core';
import {
  type Citation,
  cleanText,
  type FeedbackValue,
  type FormAnswer,
  isBlank,
  readFormAnswer,
  readParts,
  safeLink,
} from '@service/protocol';
import { Markdown } from '../content/markdown.js';
import { PlainText } from '../content/plain-text.js';
import { clockOf } from '../content/time.js';
import { MessageFileView } from './message-file.js';
import { OfferedParts } from './offered-parts.js';

const NOTICE = {
  'handoff-requested': 'Asked for a person',
  'handoff-accepted': 'A person joined',
  'handoff-ended': 'The assistant is answering again',
  closed: 'The conversation was closed',
} as const;

const RATING = { up: 'The visitor rated this a good answer', down: 'The visitor rated this a bad answer' } as const;

interface EntryProps {
  readonly entry: TimelineEntry;
  /** As the site has signed it, or null. */
  readonly visitorName: string | null;
  /** The visitor's rating of an answer. */
  readonly rating: FeedbackValue;
  /** Of the AI agent that wrote an answer; null: the inbox had none. */
  readonly version: number | null;
  readonly linkTo: (file: string) => Promise<string | null>;
}

/** One message, notice or tool call of the conversation. */
export function Entry({ entry, visitorName, rating, version, linkTo }: EntryProps) {
  if (entry.type === 'tool') return <ToolCall call={entry} />;
  if (entry.type === 'notice') {
    const joined = entry.notice === 'handoff-accepted' && entry.by.name;
    const passedOn = entry.notice === 'handoff-requested' && entry.by.kind === 'ai';
    const text = joined ? `${cleanText(joined)} joined` : passedOn ? 'Passed on by the AI agent' : NOTICE[entry.notice];
    return <li class="notice">{text}</li>;
  }
  const author =
    entry.type === 'own'
      ? cleanText(visitorName ?? 'Visitor')
      : (entry.author.name ?? (entry.type === 'answer' ? 'Assistant' : 'Person'));
  return (
    <li class={entry.type === 'own' ? 'from-visitor' : entry.type === 'answer' ? 'from-team ai' : 'from-team'}>
      <EntryText entry={entry} />
      {entry.type === 'answer' && entry.citations.length > 0 && <Sources citations={entry.citations} />}
      {entry.type !== 'own' && entry.parts && <OfferedParts parts={readParts(entry.parts)} />}
      {entry.type !== 'answer' &&
        entry.files.map((file) => <MessageFileView key={file.id} file={file} linkTo={linkTo} />)}
      {rating && <small class={`rating ${rating}`}>{RATING[rating]}</small>}
      <small>
        {author}
        {version !== null && ` · version ${version}`}{' '}
        <time dateTime={new Date(entry.at).toISOString()}>{clockOf(entry.at)}</time>
      </small>
    </li>
  );
}

/** The visitor's words as written; the business's as Markdown, as the widget shows them. */
function EntryText({ entry }: { readonly entry: Extract<TimelineEntry, { readonly text: string }> }) {
  if (entry.type === 'own') {
    const answer = entry.parts === undefined ? null : readFormAnswer(entry.parts);
    if (answer) return <FormAnswers answer={answer} />;
    return isBlank(entry.text) ? null : <PlainText text={entry.text} />;
  }
  if (!isBlank(entry.text)) return <Markdown text={entry.text} />;
  return entry.type === 'answer' ? <p>…</p> : null;
}

/** What an answer was made from, by the numbers in its text. */
const Sources = ({ citations }: { readonly citations: readonly Citation[] }) => (
  <ul class="sources" aria-label="Sources">
    {citations.map(({ number, title, url }) => {
      const link = url === undefined ? null : safeLink(url);
      return (
        <li key={number}>
          [{number}]{' '}
          {link ? (
            <a href={link.href} dir="auto" target="_blank" rel="noopener noreferrer">
              {cleanText(title)}
            </a>
          ) : (
            <bdi>{cleanText(title)}</bdi>
          )}
        </li>
      );
    })}
  </ul>
);

function FormAnswers({ answer: { title, answers } }: { readonly answer: FormAnswer }) {
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

const CALL_STATE = {
  running: 'running',
  asking: 'waiting for the visitor’s confirmation',
  succeeded: 'done',
  denied: 'declined by the visitor',
  failed: 'not done',
  unknown: 'unclear whether it was done',
} as const;

/** What the assistant asked the visitor's page to do, with the arguments as sent. */
function ToolCall({ call }: { readonly call: ToolEntry }) {
  const { name, title, args, state, code } = call;
  const reason = code === null || code === 'denied' ? '' : ` (${code.replaceAll('_', ' ')})`;
  return (
    <li class={`tool-call ${state}`}>
      <details>
        <summary>
          {cleanText(title ?? name)}: {CALL_STATE[state]}
          {reason}
        </summary>
        <code>
          {name} {cleanText(args)}
        </code>
      </details>
    </li>
  );
}
