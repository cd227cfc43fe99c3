import { MAY_APPEND, MESSAGE_LIMITS, readToolFrame, SERVER_ID } from '@service/protocol';
import { type BusMessage, ENDINGS } from './bus.js';

type Fields = Readonly<Record<string, unknown>>;

/** Names and ids. The contract has no longer one. */
const MAX_TEXT = 2_048;
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_TEXT;
const isId = (value: unknown): boolean => typeof value === 'string' && SERVER_ID.test(value);
const isNumber = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

function isAuthor(value: unknown): boolean {
  const { kind, id, name } = fieldsOf(value);
  return isText(kind) && Object.hasOwn(MAY_APPEND, kind) && isText(id) && (name === undefined || isText(name));
}

/**
 * The messages that this version accepts from others, in full. A node of another version may send others. A message may be dropped;
 * half of one must not be acted on, and what is handed on to a page must be one of the frames that this topic is for.
 */
const ACCEPTED: Readonly<Record<BusMessage['kind'], (message: Fields, topic: string) => boolean>> = {
  // Never from another node: `head` comes instead.
  event: () => false,
  head: ({ seq, body }) => isNumber(seq) && isText(body),
  delta({ delta }, topic) {
    const { t, conversation, message, run, attempt, from, text } = fieldsOf(delta);
    return (
      t === 'delta' &&
      conversation === topic &&
      isId(message) &&
      isId(run) &&
      isNumber(attempt) &&
      isNumber(from) &&
      typeof text === 'string' &&
      text.length <= MESSAGE_LIMITS.answerLength
    );
  },
  typing: ({ who, on, from }) => isAuthor(who) && typeof on === 'boolean' && isText(from),
  read: ({ seq }) => isNumber(seq),
  seen: ({ seq }) => isNumber(seq),
  erased: () => true,
  stop: () => true,
  recite: () => true,
  tool: () => true,
  'tool.frame'({ to, frame }, topic) {
    const { t, conversation } = fieldsOf(frame);
    return (
      (to === null || isText(to)) && isText(t) && conversation === topic && !!readToolFrame(frame as { t: string })
    );
  },
  line: ({ inbox }) => isText(inbox),
  inboxes: () => true,
  ended: ({ session, why }) => isText(session) && ENDINGS.includes(why as (typeof ENDINGS)[number]),
};

/** The form of a message for other nodes. Of an event they get only its number, because its words are in the store. */
export function hintOf(message: BusMessage): BusMessage {
  return message.kind === 'event' ? { kind: 'head', seq: message.event.seq, body: message.event.body.kind } : message;
}

/** The message of another node on this topic. Null: it is not accepted. */
export function readBusMessage(topic: string, text: string): BusMessage | null {
  let message: Fields;
  try {
    message = fieldsOf(JSON.parse(text));
  } catch {
    return null;
  }
  const { kind } = message;
  if (typeof kind !== 'string' || !Object.hasOwn(ACCEPTED, kind)) return null;
  return ACCEPTED[kind as BusMessage['kind']](message, topic) ? (message as unknown as BusMessage) : null;
}
