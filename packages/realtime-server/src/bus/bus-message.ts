import { type BusMessage, ENDINGS } from './bus.js';

type Fields = Readonly<Record<string, unknown>>;

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const isAuthor = (value: unknown): boolean => isText(fieldsOf(value).kind) && isText(fieldsOf(value).id);

/**
 * The messages that this version accepts. A node of another version may send others, and other programs may use the same Redis. A
 * message may be dropped; half of one must not be acted on.
 */
const ACCEPTED: Readonly<Record<BusMessage['kind'], (message: Fields) => boolean>> = {
  event({ epoch, event }) {
    const { seq, at, by, clientId, body } = fieldsOf(event);
    return (
      isText(epoch) && isNumber(seq) && isNumber(at) && isAuthor(by) && isText(clientId) && isText(fieldsOf(body).kind)
    );
  },
  delta({ delta }) {
    const { conversation, message, run, attempt, from, text } = fieldsOf(delta);
    return [conversation, message, run, text].every(isText) && isNumber(attempt) && isNumber(from);
  },
  typing: ({ who, on, from }) => isAuthor(who) && typeof on === 'boolean' && isText(from),
  read: ({ seq }) => isNumber(seq),
  seen: ({ seq }) => isNumber(seq),
  erased: () => true,
  stop: () => true,
  recite: () => true,
  tool: () => true,
  'tool.frame': ({ to, frame }) => (to === null || isText(to)) && isText(fieldsOf(frame).t),
  line: ({ inbox }) => isText(inbox),
  ended: ({ session, why }) => isText(session) && ENDINGS.includes(why as (typeof ENDINGS)[number]),
};

/** @param node the sender, so that it recognizes its own messages */
export function writeBusMessage(node: string, message: BusMessage): string {
  return JSON.stringify({ node, message });
}

/** Null: it is this node's own, or not accepted. */
export function readBusMessage(node: string, text: string): BusMessage | null {
  // Most messages that a busy node hears are its own. Don't parse those.
  if (text.startsWith(`{"node":${JSON.stringify(node)},`)) return null;
  let message: Fields;
  try {
    message = fieldsOf(fieldsOf(JSON.parse(text)).message);
  } catch {
    return null;
  }
  const { kind } = message;
  if (typeof kind !== 'string' || !Object.hasOwn(ACCEPTED, kind)) return null;
  return ACCEPTED[kind as BusMessage['kind']](message) ? (message as unknown as BusMessage) : null;
}
