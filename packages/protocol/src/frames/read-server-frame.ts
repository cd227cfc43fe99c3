/**
 * Reads what the server sent. Unknown frames are `ignored`, known but invalid ones `malformed`. Written by hand, not with a
 * schema library: valibot adds 1.45 KB (brotli) to what every chat loads at once, zod/mini 6.6 KB (core budget: 13 KiB),
 * and the server would need two libraries, because its requests and settings compose the zod schemas. Property tests compare
 * these guards with schema/frames.ts.
 */

import { MESSAGE_LIMITS } from '../limits.js';
import {
  atMost,
  bool,
  type Check,
  listOf,
  matching,
  oneOf,
  optional,
  positive,
  shape,
  shortText,
  text,
  whole,
} from './checks.js';
import type { ConversationServerFrame } from './conversations.js';
import { CLIENT_ID, EPOCH, SERVER_ID, SESSION_TOKEN } from './ids.js';
import { isRecord } from './is-record.js';
import type { AuthorKind, Handler, LogBody, LogEvent } from './log.js';
import type { QueueFrame } from './queue.js';
import type { FoundFrame } from './search.js';
import type { ServerFrame } from './server.js';
import type { ToolLogBody, ToolServerFrame } from './tools.js';

export type FrameReading =
  | { readonly kind: 'frame'; readonly frame: ServerFrame }
  /** A type that this file doesn't know: another part of the client may read it. */
  | { readonly kind: 'ignored'; readonly frame: { readonly t: string } }
  | { readonly kind: 'malformed' };

/** The frames of this file. The guards of the others are beside their types: tools, conversations, search and queue. */
type OwnType = Exclude<ServerFrame, ConversationServerFrame | FoundFrame | QueueFrame | ToolServerFrame>['t'];
type OwnKind = Exclude<LogBody, ToolLogBody>['kind'];

const id = matching(SERVER_ID);
const epoch = matching(EPOCH);
const clientIdCheck = matching(CLIENT_ID);
const isTrue = optional(oneOf(true));
const handler = oneOf('agent', 'queued', 'human', 'closed' satisfies Handler);
const author = shape({
  kind: oneOf('visitor', 'ai', 'human', 'system' satisfies AuthorKind),
  id: shortText,
  name: optional(shortText),
});
const citation = shape({
  number: positive,
  documentId: shortText,
  title: shortText,
  url: optional(shortText),
  quote: text,
});
const attachment = shape({
  id,
  name: shortText,
  type: shortText,
  size: positive,
  width: optional(positive),
  height: optional(positive),
});
const answerText = atMost(MESSAGE_LIMITS.answerLength);
const answeringAgent = optional(shape({ id: shortText, version: positive }));

const bodies: Readonly<Record<OwnKind, Check>> = {
  message: shape({ text: answerText, attachments: optional(listOf(attachment, 100)), parts: optional(answerText) }),
  'answer.started': shape({ message: id, run: id, attempt: positive }),
  'answer.completed': shape({
    message: id,
    run: id,
    text: answerText,
    outcome: oneOf('answered', 'near', 'unknown', 'smalltalk'),
    citations: listOf(citation, 32),
    offerPerson: bool,
    parts: optional(answerText),
    agent: answeringAgent,
  }),
  'answer.interrupted': shape({
    message: id,
    run: id,
    text: answerText,
    reason: oneOf('stopped', 'failed', 'handoff'),
    agent: answeringAgent,
  }),
  'handoff.requested': shape({ reason: optional(shortText) }),
  'handoff.accepted': shape({}),
  'handoff.ended': shape({}),
  'conversation.closed': shape({}),
  feedback: shape({ message: id, value: oneOf('up', 'down', null) }),
};

/**
 * Accept bodies of unknown kinds: a newer server may send them, and the log's number must advance over them. But refuse a
 * kind that is a property of every object (`constructor`): a lookup by kind in a table would find it.
 */
const body: Check = (v) => {
  if (!isRecord(v) || typeof v.kind !== 'string') return false;
  return Object.hasOwn(bodies, v.kind) ? bodies[v.kind as OwnKind](v) : !(v.kind in bodies);
};
const event = shape({ seq: positive, at: whole, by: author, clientId: clientIdCheck, body });
const events: Check = (v) => {
  if (!listOf(event, 1_000)(v)) return false;
  const list = v as readonly LogEvent[];
  return list.every((e, i) => i === 0 || e.seq === (list[i - 1] as LogEvent).seq + 1);
};
const heads: Check = (v) => isRecord(v) && Object.entries(v).every(([key, head]) => SERVER_ID.test(key) && whole(head));

const frames: Readonly<Record<OwnType, Check>> = {
  welcome: shape({
    v: positive,
    session: matching(SESSION_TOKEN),
    visitor: author,
    conversation: id,
    identified: optional(shape({ until: whole })),
    page: optional(shortText),
    paused: isTrue,
    now: whole,
    limits: shape({
      frameBytes: positive,
      textLength: positive,
      outboxItems: positive,
      pingEveryMs: positive,
      pingTimeoutMs: positive,
    }),
  }),
  following: shape({
    conversation: id,
    epoch,
    head: whole,
    mode: oneOf('replay', 'snapshot'),
    from: positive,
    read: whole,
    handler,
  }),
  events: shape({ conversation: id, epoch, events }),
  live: shape({ conversation: id, head: whole }),
  ack: shape({ conversation: id, clientId: clientIdCheck, seq: positive, at: whole, duplicate: isTrue }),
  page: shape({ id: shortText, conversation: id, epoch, events, more: bool }),
  delta: shape({ conversation: id, message: id, run: id, attempt: positive, from: whole, text: answerText }),
  typing: shape({ conversation: id, who: author, on: bool }),
  read: shape({ conversation: id, seq: whole }),
  ping: shape({ n: whole, heads, paused: isTrue }),
  pong: shape({ n: whole }),
  error: shape({
    re: optional(shortText),
    // Any: a newer server has newer codes, and says in the frame itself what they mean.
    code: shortText,
    message: shortText,
    retry: bool,
    retryAfterMs: optional(whole),
  }),
  drain: shape({ windowMs: whole }),
};

const MALFORMED: FrameReading = { kind: 'malformed' };

/** Reads one message from the socket. Never throws, whatever came. */
export function readServerFrame(data: unknown): FrameReading {
  if (typeof data !== 'string') return MALFORMED;
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return MALFORMED;
  }
  if (!isRecord(value) || typeof value.t !== 'string') return MALFORMED;
  if (!Object.hasOwn(frames, value.t)) return { kind: 'ignored', frame: value as { t: string } };
  if (!frames[value.t as OwnType](value)) return MALFORMED;
  return { kind: 'frame', frame: value as unknown as ServerFrame };
}
