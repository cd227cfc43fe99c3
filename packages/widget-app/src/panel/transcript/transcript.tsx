/**
 * What was said. Stays at the end while the visitor is at the end, and stays where they read when they scrolled up.
 * It is a log for screen readers but announces nothing itself: a streaming answer would be read letter by letter.
 */
import type { ChatClient, ChatState, TimelineEntry } from '@service/embed-headless/core';
import type { PublicInbox } from '@service/protocol';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useTexts } from '../texts/use-texts.js';
import { dayLabel, isNewDay } from './days.js';
import { AnswerEntry } from './entries/answer-entry.js';
import { NoticeEntry } from './entries/notice-entry.js';
import { OwnEntry } from './entries/own-entry.js';
import { PersonEntry } from './entries/person-entry.js';
import { DownIcon } from './icons.js';
import { Thinking } from './thinking.js';

interface TranscriptProps {
  readonly chat: ChatState;
  readonly client: ChatClient;
  readonly open: boolean;
  readonly greeting: string;
  readonly people: PublicInbox['people'];
}

/** Nearer to the end than this counts as being there. */
const AT_END_PX = 48;

export function Transcript({ chat, client, open, greeting, people }: TranscriptProps) {
  const texts = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const follows = useRef(true);
  const firstKey = useRef<string | null>(null);
  const heightBefore = useRef(0);
  const { timeline } = chat;

  const toEnd = (smooth: boolean): void => {
    box.current?.scrollTo({ top: box.current.scrollHeight, behavior: smooth ? 'smooth' : 'instant' });
  };
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const first = timeline[0]?.key ?? null;
    // Earlier messages were put in front: what the visitor reads must not move.
    if (firstKey.current !== null && first !== firstKey.current && !follows.current) {
      element.scrollTop += element.scrollHeight - heightBefore.current;
    } else if (follows.current) toEnd(false);
    firstKey.current = first;
    heightBefore.current = element.scrollHeight;
  });
  // Own words bring the visitor back to the end, wherever they were reading.
  const own = timeline.reduce((count, entry) => (entry.type === 'own' ? count + 1 : count), 0);
  useEffect(() => {
    follows.current = true;
    toEnd(false);
  }, [own, open]);

  const scrolled = (): void => {
    const element = box.current;
    if (!element) return;
    const near = element.scrollHeight - element.scrollTop - element.clientHeight < AT_END_PX;
    follows.current = near;
    setAtEnd(near);
    if (element.scrollTop < 80 && chat.hasOlder && !chat.loadingOlder && !near) client.loadOlder();
  };
  const lastOwn = timeline.findLast((entry) => entry.type === 'own')?.key ?? null;
  return (
    <div class="transcript-frame">
      <div
        ref={box}
        class="transcript"
        role="log"
        aria-live="off"
        aria-label={texts.conversation}
        tabIndex={0}
        onScroll={scrolled}
      >
        {chat.hasOlder && (
          <button type="button" class="quiet older" disabled={chat.loadingOlder} onClick={() => client.loadOlder()}>
            {texts.loadOlder}
          </button>
        )}
        {!chat.hasOlder && <p class="greeting">{greeting}</p>}
        {timeline.map((entry, i) => (
          <div key={entry.key} class={`entry ${entry.type}`}>
            {isNewDay(timeline[i - 1]?.at, entry.at) && <p class="day">{dayLabel(entry.at, Date.now(), texts)}</p>}
            <Entry
              entry={entry}
              client={client}
              people={people}
              chat={chat}
              last={i === timeline.length - 1}
              lastOwn={entry.key === lastOwn}
            />
          </div>
        ))}
        {chat.turn === 'submitted' && chat.outbox === 0 && <Thinking label={texts.thinking} />}
        {chat.typing.map((who) => (
          <Thinking key={who.id} label={texts.typing(who.name ?? texts.assistant)} />
        ))}
      </div>
      {!atEnd && (
        <button type="button" class="icon jump" aria-label={texts.jumpToLatest} onClick={() => toEnd(true)}>
          <DownIcon />
        </button>
      )}
    </div>
  );
}

interface EntryProps extends Pick<TranscriptProps, 'client' | 'people' | 'chat'> {
  readonly entry: TimelineEntry;
  readonly last: boolean;
  readonly lastOwn: boolean;
}

function Entry({ entry, client, people, chat, last, lastOwn }: EntryProps) {
  switch (entry.type) {
    case 'own':
      return (
        <OwnEntry
          message={entry}
          showDelivery={lastOwn}
          onRetry={() => client.retry(entry.clientId)}
          onDiscard={() => client.discard(entry.clientId)}
        />
      );
    case 'person':
      return <PersonEntry message={entry} />;
    case 'answer':
      return (
        <AnswerEntry
          answer={entry}
          canFetchPerson={last && people !== null && chat.handledBy === 'agent'}
          onPerson={() => client.requestHuman()}
        />
      );
    case 'notice':
      return (
        <NoticeEntry
          notice={entry}
          hours={people?.hours ?? null}
          waiting={last && chat.handledBy === 'queued'}
          onBack={() => client.returnToAgent()}
        />
      );
  }
}
