/**
 * What the desk's routes take, route by route, below `/api/desk`. Each field that names something is in here and nowhere
 * else: the test that tries other people's names in all of them reads this table (test/http/inbox-api/tenant-isolation.test.ts).
 */
import { CLIENT_ID, cleanLine, INBOX_ID, MESSAGE_LIMITS, SUBJECT } from '@service/protocol';
import { attachmentIdsSchema, partsSchema } from '@service/protocol/schema';
import { z } from 'zod';
import { BLOCK_LIMITS } from '../../runtime/limits.js';

/** Who writes, as the visitor sees it; from a program. A person's name is their account's. */
const name = z.string().overwrite(cleanLine).min(1).max(80);

const memberAction = z.strictObject({
  /** The caller's id for this request; the same id again changes nothing. */
  clientId: z.string().regex(CLIENT_ID),
  name: name.exactOptional(),
});

const message = memberAction.extend({
  text: z.string().max(MESSAGE_LIMITS.textLength).optional(),
  /** Ids of files that were uploaded for this message. */
  attachments: attachmentIdsSchema.optional(),
  parts: partsSchema.optional(),
});
export type MemberAction = z.infer<typeof memberAction>;

/** In characters. */
const SETTLING = { article: 1_000, heading: 200 } as const;

/** Who acts, where nothing else is needed. */
const author = z.strictObject({ name: name.exactOptional() });

const block = author.extend({
  /** Shown to the team alone. */
  reason: z.string().overwrite(cleanLine).max(BLOCK_LIMITS.reasonLength).default(''),
  /** For so many days, new anonymous visitors of the contact's addresses are refused as well. Without it: none is. */
  addressDays: z.int().min(1).max(BLOCK_LIMITS.addressDays).exactOptional(),
});

const revocation = z.strictObject({
  inbox: z.string().regex(INBOX_ID),
  /** The site's own id of the visitor, `sub` in its tokens. An impossible id is refused: the caller would believe that the person was signed out. */
  subject: z.string().regex(SUBJECT),
});

/** An article lists the question, for a section of it with `heading`; without `article`, the draft of an article is begun. */
const settling = z.strictObject({
  article: z.string().min(1).max(SETTLING.article).exactOptional(),
  heading: z.string().max(SETTLING.heading).exactOptional(),
});

/** `null`: the bytes of a file, and nothing that could name anything. */
export const INBOX_API_REQUESTS = {
  'POST /conversations/:id/take': memberAction,
  'POST /conversations/:id/messages': message,
  'POST /conversations/:id/give-back': memberAction,
  'POST /conversations/:id/close': memberAction,
  'POST /conversations/:id/block': block,
  'POST /conversations/:id/unblock': author,
  'POST /conversations/:id/typing': author,
  'POST /conversations/:id/files': null,
  'POST /sessions/revoke': revocation,
  'POST /operators/own/picture': null,
  'POST /knowledge/:inbox/unanswered/:key': settling,
} as const;

const FILE_ROUTES = Object.entries(INBOX_API_REQUESTS).flatMap(([route, schema]) =>
  schema === null ? [new RegExp(`${route.replace(/^POST /, '').replace(/:\w+/g, '[^/]+')}$`)] : [],
);

/** True for the path of a route that takes the bytes of a file, which it limits itself. */
export function isFileRoute(path: string): boolean {
  return FILE_ROUTES.some((route) => route.test(path));
}
