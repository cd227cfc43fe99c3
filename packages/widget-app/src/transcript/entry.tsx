/**
 * One entry with the day, the divider of new messages and the author above it. For screen readers it is an article with a name
 * ("Ada · AI, 14:03") and its text as the description. Arrow keys move from one to the next.
 */
import type { ChatClient, ChatState, TimelineEntry } from '@service/embed-headless/core';
import type { Author, PublicInbox } from '@service/protocol';
import { RovingTabIndexContext } from '../content/roving-tabindex.js';
import type { Texts } from '../i18n/texts.js';
import { loadHandoff } from '../ui/lazy.js';
import { useLazy } from '../ui/use-lazy.js';
import { useTexts } from '../ui/use-texts.js';
import { dayLabel } from './days.js';
import { AnswerEntry } from './entries/answer-entry.js';
import { NoticeEntry } from './entries/notice-entry.js';
import { OwnEntry } from './entries/own-entry.js';
import { PersonEntry } from './entries/person-entry.js';
import { ToolEntry } from './entries/tool-entry.js';

export interface EntryContext {
  readonly client: ChatClient;
  readonly people: PublicInbox['people'];
  readonly handledBy: ChatState['handledBy'];
}

interface EntryProps extends EntryContext {
  readonly entry: TimelineEntry;
  /** It is the first of its day. */
  readonly newDay: boolean;
  /** Another author of the business wrote the entry before. */
  readonly newAuthor: boolean;
  /** It is the first new one. */
  readonly firstNew: boolean;
  /** The last one, which alone offers anything. In a pause, none is. */
  readonly last: boolean;
  readonly lastOwn: boolean;
  /** The keyboard is at this one. */
  readonly current: boolean;
}

export const entryId = (key: string): string => `entry-${key}`;

export function Entry(props: EntryProps) {
  const { entry, current } = props;
  const texts = useTexts();
  const id = entryId(entry.key);
  const author = nameOf(entry, texts);
  return (
    <div
      id={id}
      class={`entry ${entry.type}`}
      role="article"
      tabIndex={current ? 0 : -1}
      aria-labelledby={author ? `${id}-author` : undefined}
      aria-describedby={`${id}-content`}
      data-key={entry.key}
    >
      {props.firstNew && <p class="new-divider">{texts.newMessages}</p>}
      {props.newDay && <p class="timeline-note">{dayLabel(entry.at, Date.now(), texts)}</p>}
      {author && props.newAuthor && (
        <p class="author" aria-hidden="true" title={author}>
          {entry.type === 'person' && <PortraitSlot author={entry.author} />}
          <span dir="auto">{author}</span>
        </p>
      )}
      {author && (
        <span id={`${id}-author`} class="visually-hidden">
          {author}, {clock(entry.at, texts)}
        </span>
      )}
      <div id={`${id}-content`} class="entry-content">
        <RovingTabIndexContext.Provider value={current}>
          <EntryContent {...props} />
        </RovingTabIndexContext.Provider>
      </div>
    </div>
  );
}

function PortraitSlot({ author }: { readonly author: Author }) {
  const people = useLazy(loadHandoff, true);
  // The empty slot has the size of the portrait, so nothing moves when it loads.
  return people ? <people.Portrait author={author} /> : <span class="portrait" />;
}

function EntryContent({ entry, client, people, handledBy, last, lastOwn }: EntryProps) {
  const canAsk = last && handledBy === 'agent';
  // Quick replies answer this entry only: the next one removes them.
  const onReply = last && handledBy !== 'closed' ? (text: string) => void client.sendMessage(text) : null;
  switch (entry.type) {
    case 'own':
      return (
        <OwnEntry
          message={entry}
          client={client}
          showDelivery={lastOwn}
          onRetry={() => client.retry(entry.clientId)}
          onDiscard={() => client.discard(entry.clientId)}
        />
      );
    case 'person':
      return <PersonEntry message={entry} client={client} onReply={onReply} />;
    case 'answer':
      return (
        <AnswerEntry
          answer={entry}
          client={client}
          canAsk={canAsk}
          canRequestPerson={canAsk && people !== null}
          opening={people?.opening}
          onPerson={() => client.requestHuman()}
          onReply={onReply}
          onRate={handledBy === 'closed' ? null : (value) => client.rateAnswer(entry.key, value)}
        />
      );
    case 'tool':
      return <ToolEntry entry={entry} client={client} />;
    case 'notice':
      return <NoticeEntry notice={entry} waiting={last && handledBy === 'queued'} onBack={() => client.endHandoff()} />;
  }
}

/** An assistant is always named as one. */
function nameOf(entry: TimelineEntry, texts: Texts): string | null {
  switch (entry.type) {
    case 'own':
      return texts.you;
    case 'person':
      return entry.author.name ?? texts.assistant;
    case 'answer':
      return texts.aiAuthor(entry.author.name ?? texts.assistant);
    case 'tool':
    case 'notice':
      return null;
  }
}

function clock(at: number, { locale }: Texts): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(at);
}
