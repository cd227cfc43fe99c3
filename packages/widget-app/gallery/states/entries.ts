/** The entries of the gallery's states: messages and notices, each a minute after the one created before it. */
import type { MessageFile, Notice, OwnMessage, TimelineEntry } from '@service/embed-headless/core';
import type { Author } from '@service/protocol';
import { answer, own } from '../../test/support/panel-fixtures.js';

/** A fixed time, so that no picture depends on the clock. */
const MORNING = Date.UTC(2026, 2, 9, 9, 12);
export const minute = (n: number) => MORNING + n * 60_000;

let keys = 0;
/** The number of the entry created last. */
export const lastNumber = (): number => keys;

export const visitorMessage = (text: string, over: Partial<OwnMessage> = {}): OwnMessage => {
  const key = `own-${++keys}`;
  return own({ key, clientId: key, seq: keys, at: minute(keys), text, ...over });
};
export const assistantAnswer = (text: string, over: Parameters<typeof answer>[0] = {}) =>
  answer({ key: `answer-${++keys}`, seq: keys, at: minute(keys), author: AGENT, text, ...over });
export const AGENT: Author = { kind: 'ai', id: 'agent', name: 'Havn & Hei help' };
/** Has a picture, which is in public/. */
export const ANNA: Author = { kind: 'human', id: 'opr_anna-of-the-gallery', name: 'Anna Lindqvist' };
/** Shown by initials. */
export const withoutPicture = (name: string): Author => ({ kind: 'human', id: 'desk', name });
export const notice = (what: Notice['notice'], by: Author): TimelineEntry => ({
  type: 'notice',
  key: `notice-${++keys}`,
  seq: keys,
  at: minute(keys),
  notice: what,
  by,
});
export const person = (text: string, files: readonly MessageFile[] = [], author = ANNA): TimelineEntry => ({
  type: 'person',
  key: `person-${++keys}`,
  seq: keys,
  at: minute(keys),
  author,
  text,
  files,
});

export const source = (number: number, title: string, quote: string) => ({
  number,
  documentId: `article-${number}`,
  title,
  quote,
  url: `https://shop.example/help#${number}`,
});

/** The conversation of most pictures. */
export const exampleConversation = (): readonly TimelineEntry[] => [
  visitorMessage('Hi! Can I return shoes I wore once?'),
  assistantAnswer(
    'Yes. You have **30 days** from delivery to send them back, as long as they were only tried on indoors.[1] Shoes with signs of wear outside can be repaired instead, free of charge in the first year.[2]',
    {
      citations: [
        source(1, 'Returns and exchanges', 'You may return anything within 30 days.'),
        source(2, 'Repairs', 'New soles for everything we ever sold.'),
      ],
    },
  ),
  visitorMessage('Perfect, how do I start one?'),
  assistantAnswer(
    'In three steps:\n\n1. Open [your orders](https://shop.example/orders) and choose **Return**.\n2. Print the label, or show the code at the parcel shop.\n3. We refund within *five working days*.\n\n> Keep the receipt until the money is there.',
  ),
];

/** A word longer than any line. */
export const LONG = `${'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2)}`;
