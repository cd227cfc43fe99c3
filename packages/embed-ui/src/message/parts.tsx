/** What is below a message: answers to choose from, cards, a form. */
'use client';
import { type Part as MessagePart, type QuickReply, readParts, safeLink } from '@service/embed-headless/parts';
import type { Answer, PersonMessage } from '@service/embed-headless/react';
import { type ReactElement, useMemo } from 'react';
import { merged, Part, type PartProps } from '../part.js';
import { useRootChat, useScreen } from '../screen.js';
import { Form } from './form.js';
import { OUTSIDE } from './markdown.js';

/** A card, as `readParts` gives it. */
export type CardPart = Extract<MessagePart, { type: 'card' }>;

/** All parts of an entry, in their order; several cards are a carousel. */
export function Parts({ entry }: { readonly entry: Answer | PersonMessage }): ReactElement | null {
  const parts = useMemo(() => readParts(entry.parts ?? '[]'), [entry.parts]);
  const { timeline } = useRootChat();
  if (parts.length === 0) return null;
  const cards = parts.filter((part) => part.type === 'card');
  // Once anything was sent after them, they are answered.
  const isLatest = timeline.findLast(({ key, type }) => type === 'own' || key === entry.key)?.type !== 'own';
  return (
    <>
      {cards.length > 1 ? <Carousel cards={cards} /> : cards.map((card, i) => <Card key={i} card={card} />)}
      {parts.map((part, i) => {
        if (part.type === 'quick-replies') return isLatest && <QuickReplies key={i} replies={part.replies} />;
        return part.type === 'form' && entry.seq !== null ? <Form key={i} form={part} asked={entry.seq} /> : null;
      })}
    </>
  );
}

/** Buttons that send what they say. */
export function QuickReplies({
  replies,
  ...props
}: PartProps<'div'> & { readonly replies: readonly QuickReply[] }): ReactElement {
  const { texts } = useScreen();
  const { sendMessage } = useRootChat();
  return (
    <Part as="div" role="group" aria-label={texts.replies} data-chat="quick-replies" {...props}>
      {props.children ??
        replies.map(({ label, text }, i) => (
          <button key={i} type="button" onClick={() => sendMessage(text ?? label)}>
            {label}
          </button>
        ))}
    </Part>
  );
}

/** A title, a text and links; an address that may not be a link is left out. */
export function Card({ card, ...props }: PartProps<'div'> & { readonly card: CardPart }): ReactElement {
  return (
    <Part as="div" data-chat="card" {...props}>
      {props.children ?? (
        <>
          <strong>{card.title}</strong>
          {card.text && <p>{card.text}</p>}
          {card.links?.map(({ label, url }, i) => {
            const link = safeLink(url);
            return (
              link && (
                <a key={i} href={link.href} {...OUTSIDE}>
                  {label}
                </a>
              )
            );
          })}
        </>
      )}
    </Part>
  );
}

/** Cards in a row that scrolls sideways, by the keyboard too. */
export function Carousel({ cards, ...props }: PartProps<'ul'> & { readonly cards: readonly CardPart[] }): ReactElement {
  const { texts } = useScreen();
  return (
    <Part
      as="ul"
      tabIndex={0}
      aria-label={texts.carousel}
      data-chat="carousel"
      {...merged({ style: { display: 'flex', overflowX: 'auto', scrollSnapType: 'x proximity' } }, props)}
    >
      {props.children ??
        cards.map((card, i) => (
          <li key={i} style={{ flex: 'none', scrollSnapAlign: 'start' }}>
            <Card card={card} />
          </li>
        ))}
    </Part>
  );
}
