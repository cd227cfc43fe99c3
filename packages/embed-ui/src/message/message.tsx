/** One entry of the timeline, with all that belongs to it. */
'use client';
import type { Answer, TimelineEntry } from '@service/embed-headless/react';
import type { ReactElement, ReactNode } from 'react';
import { Part, type PartProps } from '../part.js';
import { useRootChat, useScreen } from '../screen.js';
import { Attachments } from './attachments.js';
import { Markdown, PlainText } from './markdown.js';
import { Parts } from './parts.js';
import { Sources } from './sources.js';
import { ToolView } from './tools.js';

/** Which entry. */
export interface MessageProps extends PartProps<'article'> {
  /** As in `timeline`. */
  readonly entry: TimelineEntry;
}

/** An `article` named by its author; `data-type`, `data-state` and `data-delivery` are for styles. `children` takes the place of its content. */
export function Message({ entry, children, ...props }: MessageProps): ReactElement {
  const { texts, components } = useScreen();
  if (entry.type === 'notice')
    return (
      <Part as="p" data-chat="notice" data-notice={entry.notice} {...(props as PartProps<'p'>)}>
        {children ?? texts.notices[entry.notice]}
      </Part>
    );
  if (entry.type === 'tool') {
    const Own = Object.hasOwn(components.tools ?? {}, entry.name) ? components.tools?.[entry.name] : undefined;
    return Own ? <Own entry={entry} /> : <ToolView entry={entry} {...(props as PartProps<'div'>)} />;
  }
  const author =
    entry.type === 'own'
      ? texts.you
      : (entry.author.name ?? (entry.type === 'answer' ? texts.assistant : texts.person));
  return (
    <Part
      as="article"
      aria-label={author}
      data-chat="message"
      data-type={entry.type}
      data-state={entry.type === 'answer' ? entry.state : undefined}
      data-delivery={entry.type === 'own' ? entry.delivery.state : undefined}
      {...props}
    >
      {children ?? <Content entry={entry} author={author} />}
    </Part>
  );
}

function Content({
  entry,
  author,
}: {
  readonly entry: Exclude<TimelineEntry, { type: 'notice' | 'tool' }>;
  readonly author: string;
}): ReactNode {
  if (entry.type === 'own')
    return (
      <>
        {entry.text !== '' && <PlainText text={entry.text} />}
        <Attachments entry={entry} />
        <DeliveryOf entry={entry} />
      </>
    );
  return (
    <>
      <span data-chat="author" aria-hidden="true">
        {author}
      </span>
      <Markdown text={entry.text} citations={entry.type === 'answer' ? entry.citations : undefined} />
      {entry.type === 'person' && <Attachments entry={entry} />}
      {entry.type === 'answer' && <Sources entry={entry} />}
      <Parts entry={entry} />
      {entry.type === 'answer' && <EndOf entry={entry} />}
    </>
  );
}

/** Why an answer is not whole, and the way to a person where it offers one. */
function EndOf({ entry }: { readonly entry: Answer }): ReactNode {
  const { texts } = useScreen();
  const { requestHuman, handledBy } = useRootChat();
  const end = texts.ends[entry.state];
  return (
    <>
      {end && <p data-chat="end">{end}</p>}
      {entry.offerPerson && handledBy === 'agent' && (
        <button type="button" data-chat="ask-person" onClick={() => requestHuman()}>
          {texts.askPerson}
        </button>
      )}
    </>
  );
}

/** Only what the visitor can act on, or waits for. */
function DeliveryOf({ entry }: { readonly entry: Extract<TimelineEntry, { type: 'own' }> }): ReactElement | null {
  const { texts } = useScreen();
  const { retry, discard } = useRootChat();
  const { delivery, clientId } = entry;
  if (delivery.state === 'sending') return <span data-chat="delivery">{texts.sending}</span>;
  if (delivery.state !== 'failed') return null;
  return (
    <div data-chat="delivery" role="alert">
      <span>{delivery.message}</span>
      <button type="button" onClick={() => retry(clientId)}>
        {texts.retry}
      </button>
      <button type="button" onClick={() => discard(clientId)}>
        {texts.discard}
      </button>
    </div>
  );
}
