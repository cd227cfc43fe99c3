/** Schemas of the log's events: what the server checks before it writes and what the tests check after it reads. */

import * as z from 'zod';
import type { AppendBody } from '../frames/client.js';
import { ATTACHMENT_ID, CLIENT_ID } from '../frames/ids.js';
import type { LogBody, LogEvent } from '../frames/log.js';
import { FILE_LIMITS, MESSAGE_LIMITS } from '../limits.js';
import { filledFormSchema } from './parts.js';
import type { Same } from './same-type.js';
import { serverId } from './server-id.js';
import { toolLogBodies } from './tools.js';

export const clientIdSchema = z.string().regex(CLIENT_ID);
const shortText = z.string().max(2_048);
const answerText = z.string().max(MESSAGE_LIMITS.answerLength);

export const authorSchema = z.strictObject({
  kind: z.enum(['visitor', 'ai', 'human', 'system']),
  id: shortText,
  name: shortText.exactOptional(),
});

export const citationSchema = z.strictObject({
  number: z.int().positive(),
  documentId: shortText,
  title: shortText,
  url: shortText.exactOptional(),
  quote: z.string(),
});

const feedbackSchema = z.strictObject({
  kind: z.literal('feedback'),
  message: serverId,
  value: z.enum(['up', 'down']).nullable(),
});

export const attachmentSchema = z.strictObject({
  id: serverId,
  name: shortText,
  type: shortText,
  size: z.int().positive(),
  width: z.int().positive().exactOptional(),
  height: z.int().positive().exactOptional(),
});

const answeringAgent = z.strictObject({ id: shortText, version: z.int().positive() });

export const logBodySchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('message'),
    text: answerText,
    attachments: z.array(attachmentSchema).max(100).exactOptional(),
    parts: answerText.exactOptional(),
  }),
  z.strictObject({
    kind: z.literal('answer.started'),
    message: serverId,
    run: serverId,
    attempt: z.int().positive(),
  }),
  z.strictObject({
    kind: z.literal('answer.completed'),
    message: serverId,
    run: serverId,
    text: answerText,
    outcome: z.enum(['answered', 'near', 'unknown', 'smalltalk']),
    citations: z.array(citationSchema).max(32),
    offerPerson: z.boolean(),
    parts: answerText.exactOptional(),
    agent: answeringAgent.exactOptional(),
  }),
  z.strictObject({
    kind: z.literal('answer.interrupted'),
    message: serverId,
    run: serverId,
    text: answerText,
    reason: z.enum(['stopped', 'failed', 'handoff']),
    agent: answeringAgent.exactOptional(),
  }),
  z.strictObject({ kind: z.literal('handoff.requested'), reason: shortText.exactOptional() }),
  z.strictObject({ kind: z.literal('handoff.accepted') }),
  z.strictObject({ kind: z.literal('handoff.ended') }),
  z.strictObject({ kind: z.literal('conversation.closed') }),
  feedbackSchema,
  ...toolLogBodies,
]);

export const logEventSchema = z.strictObject({
  seq: z.int().positive(),
  at: z.int().nonnegative(),
  by: authorSchema,
  clientId: clientIdSchema,
  body: logBodySchema,
});

/** The files of a message: ids, each once. */
export const attachmentIdsSchema = z
  .array(z.string().regex(ATTACHMENT_ID))
  .min(1)
  .max(FILE_LIMITS.attachmentsPerMessage)
  .refine((ids) => new Set(ids).size === ids.length, 'Name each file once.');

/** What a client may ask to be appended: its texts are a visitor's, so they have a visitor's limit and can't be blank. */
export const appendBodySchema = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('message'),
      text: z.string().max(MESSAGE_LIMITS.textLength),
      attachments: attachmentIdsSchema.exactOptional(),
      filled: filledFormSchema.exactOptional(),
    })
    .refine(({ filled, attachments }) => !filled || !attachments),
  z.strictObject({ kind: z.literal('handoff.requested'), reason: z.string().max(500).exactOptional() }),
  z.strictObject({ kind: z.literal('handoff.ended') }),
  feedbackSchema,
]);

// The types in log.ts and frames.ts are the ones people read; these lines fail to compile when a schema says otherwise.
true satisfies Same<z.infer<typeof logEventSchema>, LogEvent>;
true satisfies Same<z.infer<typeof logBodySchema>, LogBody>;
true satisfies Same<z.infer<typeof appendBodySchema>, AppendBody>;
