/** Schemas of the frames. Strict on the way in: a field the contract doesn't name is a mistake worth hearing about. */

import * as z from 'zod';
import { pageAddress } from '../embed/visitor/page-address.js';
import type { ClientFrame } from '../frames/client.js';
import { EPOCH, INBOX_ID, isWebOrigin, LANGUAGE_TAG, PROOF, SESSION_TOKEN } from '../frames/ids.js';
import type { ServerFrame } from '../frames/server.js';
import { CONVERSATION_LIMITS, MESSAGE_LIMITS, SEARCH_LIMITS } from '../limits.js';
import { appendBodySchema, authorSchema, clientIdSchema, logEventSchema } from './log.js';
import type { Same } from './same-type.js';
import { LAST_SEQ, serverId } from './server-id.js';
import { toolClientFrames, toolServerFrames } from './tools.js';
import { pageInfoSchema, userContextSchema } from './user-context.js';

const epoch = z.string().regex(EPOCH);
const seq = z.int().nonnegative();
/** What a client asks for goes to the store. */
const storedSeq = seq.max(LAST_SEQ);
const handler = z.enum(['agent', 'queued', 'human', 'closed']);
const requestId = z.string().min(1).max(80);

export const cursorSchema = z.strictObject({ conversation: serverId, epoch, seq: storedSeq });
export const consentGrantSchema = z.strictObject({
  version: z.string().min(1).max(64),
  textHash: z.string().regex(/^[a-f0-9]{64}$/),
  locale: z.string().regex(LANGUAGE_TAG),
  gpc: z.literal(true).exactOptional(),
});

export const helloFrameSchema = z.strictObject({
  t: z.literal('hello'),
  v: z.array(z.int().positive()).min(1).max(16),
  inbox: z.string().regex(INBOX_ID),
  session: z.string().regex(SESSION_TOKEN).nullable(),
  origin: z.string().refine(isWebOrigin),
  sdk: z.string().max(64),
  instance: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/),
  cursor: cursorSchema.nullable(),
  visible: z.boolean(),
  consent: consentGrantSchema.exactOptional(),
  // Any content: every problem of a token has the same code. The size of the frame limits it.
  identity: z.string().exactOptional(),
  proof: z.string().regex(PROOF).exactOptional(),
  renews: z.literal(true).exactOptional(),
  user: userContextSchema.exactOptional(),
  page: z
    .strictObject({ url: z.string().max(2_048).overwrite(pageAddress), title: z.string().max(256) })
    .exactOptional(),
  locale: z.string().max(35).exactOptional(),
});

/** Every frame a client may send after `hello`. */
export const clientFrameSchema = z.discriminatedUnion('t', [
  helloFrameSchema,
  z.strictObject({
    t: z.literal('follow'),
    conversation: serverId,
    epoch: epoch.exactOptional(),
    seq: storedSeq.exactOptional(),
  }),
  z.strictObject({ t: z.literal('append'), conversation: serverId, clientId: clientIdSchema, body: appendBodySchema }),
  z.strictObject({ t: z.literal('sync'), id: requestId, conversation: serverId, after: storedSeq }),
  z.strictObject({ t: z.literal('history'), id: requestId, conversation: serverId, before: storedSeq.positive() }),
  z.strictObject({ t: z.literal('stop'), conversation: serverId }),
  z.strictObject({ t: z.literal('read'), conversation: serverId, seq: storedSeq }),
  z.strictObject({ t: z.literal('typing'), conversation: serverId, on: z.boolean() }),
  z.strictObject({ t: z.literal('list'), id: requestId }),
  z.strictObject({ t: z.literal('open'), id: clientIdSchema, conversation: serverId.nullable() }),
  z.strictObject({ t: z.literal('erase'), id: requestId, conversation: serverId }),
  z.strictObject({ t: z.literal('withdraw') }),
  z.strictObject({ t: z.literal('search'), id: requestId, text: z.string().max(SEARCH_LIMITS.queryLength) }),
  z.strictObject({
    t: z.literal('context'),
    user: userContextSchema.exactOptional(),
    page: pageInfoSchema.exactOptional(),
  }),
  z.strictObject({ t: z.literal('logout') }),
  z.strictObject({ t: z.literal('ping'), n: seq }),
  z.strictObject({ t: z.literal('pong'), n: seq }),
  ...toolClientFrames,
]);

const events = z
  .array(logEventSchema)
  .max(1_000)
  .refine((list) => list.every((e, i) => i === 0 || e.seq === (list[i - 1]?.seq ?? 0) + 1));

export const serverFrameSchema = z.discriminatedUnion('t', [
  z.strictObject({
    t: z.literal('welcome'),
    v: z.int().positive(),
    session: z.string().regex(SESSION_TOKEN),
    visitor: authorSchema,
    conversation: serverId,
    identified: z.strictObject({ until: seq }).exactOptional(),
    page: z.string().max(2_048).exactOptional(),
    paused: z.literal(true).exactOptional(),
    now: seq,
    limits: z.strictObject({
      frameBytes: z.int().positive(),
      textLength: z.int().positive(),
      outboxItems: z.int().positive(),
      pingEveryMs: z.int().positive(),
      pingTimeoutMs: z.int().positive(),
    }),
  }),
  z.strictObject({
    t: z.literal('following'),
    conversation: serverId,
    epoch,
    head: seq,
    mode: z.enum(['replay', 'snapshot']),
    from: z.int().positive(),
    read: seq,
    handler,
  }),
  z.strictObject({ t: z.literal('events'), conversation: serverId, epoch, events }),
  z.strictObject({ t: z.literal('live'), conversation: serverId, head: seq }),
  z.strictObject({
    t: z.literal('ack'),
    conversation: serverId,
    clientId: clientIdSchema,
    seq: z.int().positive(),
    at: seq,
    duplicate: z.literal(true).exactOptional(),
  }),
  z.strictObject({
    t: z.literal('page'),
    id: z.string().max(2_048),
    conversation: serverId,
    epoch,
    events,
    more: z.boolean(),
  }),
  z.strictObject({
    t: z.literal('delta'),
    conversation: serverId,
    message: serverId,
    run: serverId,
    attempt: z.int().positive(),
    from: seq,
    text: z.string().max(MESSAGE_LIMITS.answerLength),
  }),
  z.strictObject({ t: z.literal('typing'), conversation: serverId, who: authorSchema, on: z.boolean() }),
  z.strictObject({ t: z.literal('read'), conversation: serverId, seq }),
  z.strictObject({
    t: z.literal('conversations'),
    id: z.string().max(2_048),
    conversations: z
      .array(z.strictObject({ conversation: serverId, text: z.string().max(2_048), at: seq, unread: seq, handler }))
      .max(CONVERSATION_LIMITS.listedConversations),
  }),
  z.strictObject({ t: z.literal('opened'), id: z.string().max(2_048), conversation: serverId }),
  z.strictObject({ t: z.literal('erased'), conversation: serverId }),
  z.strictObject({
    t: z.literal('found'),
    id: z.string().max(2_048),
    hits: z
      .array(
        z.strictObject({
          conversation: serverId,
          seq: z.int().positive(),
          at: seq,
          by: z.enum(['visitor', 'ai', 'human']),
          name: z.string().max(2_048).exactOptional(),
          excerpt: z.string().max(2 * SEARCH_LIMITS.excerptLength),
          marks: z
            .array(
              z
                .tuple([seq, seq])
                .readonly()
                .refine(([from, to]) => from < to),
            )
            .max(SEARCH_LIMITS.marks),
        }),
      )
      .max(SEARCH_LIMITS.hits),
    more: z.boolean(),
  }),
  z.strictObject({ t: z.literal('seen'), conversation: serverId, seq }),
  z.strictObject({
    t: z.literal('line'),
    conversation: serverId,
    place: z.int().positive().nullable(),
    attended: z.boolean(),
  }),
  z.strictObject({
    t: z.literal('ping'),
    n: seq,
    heads: z.record(serverId, seq),
    paused: z.literal(true).exactOptional(),
  }),
  z.strictObject({ t: z.literal('pong'), n: seq }),
  z.strictObject({
    t: z.literal('error'),
    re: z.string().max(2_048).exactOptional(),
    code: z.string().max(2_048),
    message: z.string().max(2_048),
    retry: z.boolean(),
    retryAfterMs: seq.exactOptional(),
  }),
  z.strictObject({ t: z.literal('drain'), windowMs: seq }),
  ...toolServerFrames,
]);

export type CheckedClientFrame = z.infer<typeof clientFrameSchema>;

// The interfaces in frames.ts are the ones people read; these lines fail to compile when a schema says otherwise.
true satisfies Same<CheckedClientFrame, ClientFrame>;
true satisfies Same<z.infer<typeof serverFrameSchema>, ServerFrame>;
