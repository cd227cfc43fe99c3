/** A conversation in a list: with whom it is, of which inbox and visitor, and the words that it is about. */
import { cleanText, type Handler } from '@service/protocol';
import type { ComponentChildren } from 'preact';
import type { FoundWords, LastWords, ListedConversation } from '../../api/conversation-api.js';
import { agoOf } from '../../content/time.js';
import { withWhom } from '../../conversation/taken-by.js';

interface ListRowProps {
  readonly conversation: ListedConversation;
  readonly href: string;
  readonly isOpen: boolean;
  readonly isUnread: boolean;
  /** The place that the visitor sees; null: not known, or it doesn't wait. */
  readonly place: number | null;
  /** Of the person, as visitors see them; null: not known yet. */
  readonly ownId: string | null;
  /** In the queue, the visitor's words count, whatever the answer was. */
  readonly isQueue: boolean;
}

export function ListRow({ conversation, href, isOpen, isUnread, place, ownId, isQueue }: ListRowProps) {
  const { handler, takenBy, preview, activeAt, found } = conversation;
  const at = isQueue ? (preview?.at ?? null) : (found?.at ?? activeAt);
  return (
    <a href={href} aria-current={isOpen} class={isUnread ? 'unread' : undefined}>
      <span class="row">
        {isUnread && <span class="visually-hidden">Unread</span>}
        <span class={`state ${handler}`}>{stateOf(handler, place, withWhom(takenBy, ownId))}</span>
        {conversation.isBlocked && <span class="mark blocked">Blocked</span>}
        {at !== null && <time dateTime={new Date(at).toISOString()}>{agoOf(at, Date.now())}</time>}
      </span>
      <span class="hint">
        <bdi>{cleanText(conversation.inboxName)}</bdi>
      </span>
      <Visitor {...conversation} />
      {found ? (
        <FoundText {...found} />
      ) : isQueue ? (
        <span class="preview">{preview ? cleanText(preview.text) : 'Asked for a person, no message yet'}</span>
      ) : (
        <LatestWords {...conversation} />
      )}
    </a>
  );
}

function stateOf(handler: Handler, place: number | null, person: string): string {
  if (handler === 'queued') return place === null ? 'Waiting' : `Waiting, number ${place}`;
  if (handler === 'human') return person;
  return handler === 'agent' ? 'Assistant' : 'Closed';
}

function Visitor({ visitorName, visitorEmail, isVisitorVerified }: ListedConversation) {
  const name = visitorName ?? visitorEmail;
  if (!name) return null;
  return (
    <span>
      <span dir="auto">{cleanText(name)}</span>{' '}
      <span class={isVisitorVerified ? 'mark verified' : 'mark'}>
        {isVisitorVerified ? 'Verified' : 'Not verified'}
      </span>
    </span>
  );
}

/** The visitor's, and in a line what was answered. */
function LatestWords({ preview, lastWords }: ListedConversation) {
  const answer = lastWords && lastWords.by !== 'visitor' ? lastWords : null;
  if (!preview && !answer) return <span class="preview">No message yet</span>;
  return (
    <>
      {preview && (
        <span class="preview">
          <span dir="auto">{cleanText(preview.text)}</span>
        </span>
      )}
      {answer && (
        <span class="hint answer">
          <span class="by">{authorOf(answer)}: </span>
          <span dir="auto">{cleanText(answer.text)}</span>
        </span>
      )}
    </>
  );
}

const authorOf = ({ by, name }: { readonly by: LastWords['by']; readonly name?: string | null | undefined }): string =>
  name ? cleanText(name) : by === 'ai' ? 'Assistant' : 'Team';

function FoundText({ by, name, excerpt, marks }: FoundWords) {
  return (
    <span class="preview">
      {by !== 'visitor' && <span class="by">{authorOf({ by, name })}: </span>}
      <span dir="auto">{marked(excerpt, marks)}</span>
    </span>
  );
}

function marked(text: string, marks: FoundWords['marks']): ComponentChildren {
  const parts: ComponentChildren[] = [];
  let done = 0;
  for (const [from, to] of marks) {
    if (from < done) continue;
    parts.push(cleanText(text.slice(done, from)), <mark key={from}>{cleanText(text.slice(from, to))}</mark>);
    done = to;
  }
  return [...parts, cleanText(text.slice(done))];
}
