/**
 * Where people answer: the conversations that wait for a person, and the ways to take one, write in it and give it back.
 * A person is a participant like any other: everything here is an append to the log, under the caller's own id, so a
 * request that is sent twice is stored once.
 */
import {
  type AppendBody,
  type Author,
  FRAME_LIMITS,
  type LogBody,
  type LogEvent,
  REQUEST_ERRORS,
  type RequestErrorCode,
} from '@service/protocol';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ZodType } from 'zod';
import { type AppendEvent, TEAM_AUTHOR_ID } from '../conversation/log/append.js';
import type { MarkSeen } from '../conversation/log/mark-seen.js';
import { type WaitForEventsDeps, waitForEvents } from '../conversation/log/wait-for-events.js';
import type { InboxDirectory } from '../inbox/inbox.js';
import { UPLOAD_LIMITS } from '../limits.js';
import { readToolAudit, readToolOffers } from '../tools/audit.js';
import type { FileLinks } from '../uploads/file-links.js';
import type { IncomingUpload, StoreUploadResult, Uploader } from '../uploads/store-upload.js';
import { type NodeRequestEnv, readUploadRequest, UPLOAD_ERROR_STATUS } from '../uploads/upload-request.js';
import type { OperatorKey } from './operator-key.js';
import { unknownOperator } from './operators-api.js';
import { previewOf } from './preview.js';
import { INBOX_API_REQUESTS, type MemberAction } from './requests.js';

export interface InboxApiDeps extends WaitForEventsDeps {
  readonly inboxes: InboxDirectory;
  readonly seen: MarkSeen;
  readonly append: AppendEvent;
  /** Puts an identified visitor out, everywhere; how many sessions that were. */
  readonly endSessionsOf: (inbox: string, subject: string) => Promise<number>;
  readonly key: OperatorKey;
  readonly links: FileLinks;
  /** Takes in a file of a person. */
  readonly takeIn: (uploader: Uploader, arriving: IncomingUpload) => Promise<StoreUploadResult>;
}

const WAITING = 50;
/** Well within `DESK_EMPTY_MS`. */
const NOTE_EVERY_MS = 15_000;
const STATUS = {
  not_found: 404,
  empty: 400,
  too_large: 400,
  idempotency_conflict: 409,
  conversation_closed: 409,
  file_gone: 409,
  ...UPLOAD_ERROR_STATUS,
  busy: 503,
} as const satisfies Partial<Record<RequestErrorCode, number>>;

/** Routes below `/api/desk`. */
export function createInboxApi(deps: InboxApiDeps): Hono<NodeRequestEnv> {
  const { store, seen, append, endSessionsOf, key, bus, links, takeIn } = deps;
  const desk = new Hono<NodeRequestEnv>();
  const problem = (c: Context, status: ContentfulStatusCode, code: string, message: string): Response =>
    c.json({ code, message }, status);
  const refuse = (c: Context, code: RequestErrorCode): Response =>
    problem(
      c,
      Object.hasOwn(STATUS, code) ? STATUS[code as keyof typeof STATUS] : 500,
      code,
      REQUEST_ERRORS[code].message,
    );

  /** Whoever asks for anything here sits at the desk. Noted now and then, and nobody waits for it. */
  let notedAt = Number.NEGATIVE_INFINITY;
  const attended = (): void => {
    const now = deps.clock.now();
    if (now - notedAt < NOTE_EVERY_MS) return;
    notedAt = now;
    store.recordStaffSeen(now).catch(() => {
      notedAt = Number.NEGATIVE_INFINITY;
    });
  };

  desk.use(async (c, next) => {
    if (!key.opens(c.req.header('Authorization'))) {
      return problem(
        c,
        401,
        'UNAUTHORIZED',
        'Send "Authorization: Bearer <key>", with OPERATOR_KEY, or the key from operator.key in the data folder.',
      );
    }
    attended();
    await next();
  });

  desk.get('/conversations', async (c) => {
    const waiting = await store.handoffs(WAITING);
    const conversations = await Promise.all(
      waiting.map(async (each) => ({ ...each, preview: await previewOf(store, each) })),
    );
    return c.json({ conversations });
  });

  desk.get('/conversations/:id', async (c) => {
    const conversation = await store.conversation(c.req.param('id'));
    if (!conversation || conversation.erased) return problem(c, 404, 'NOT_FOUND', REQUEST_ERRORS.not_found.message);
    const events = await store.eventsBefore(conversation.id, conversation.head + 1, FRAME_LIMITS.replayEvents);
    // Whoever opens a conversation has seen it, and its visitor is shown so.
    await seen(conversation, events.at(-1)?.seq ?? 0);
    // Who the site says it is; what the page said of its visitor is another thing, and proves nothing.
    return c.json({
      conversation,
      visitor: await store.profile(conversation.contact),
      events: events.map((event) => withLinks(event, links)),
    });
  });

  desk.post('/sessions/revoke', async (c) => {
    const request = INBOX_API_REQUESTS['POST /sessions/revoke'].safeParse(await c.req.json().catch(() => null));
    if (!request.success)
      return problem(c, 400, 'BAD_REQUEST', 'Send JSON with inbox and subject, the id that your tokens carry as sub.');
    return c.json({ ended: await endSessionsOf(request.data.inbox, request.data.subject) });
  });

  /** What was called in the visitor's pages, who agreed to it and how it ended; and what those pages offer now. */
  desk.get('/conversations/:id/tools', async (c) => {
    const conversation = await store.conversation(c.req.param('id'));
    const inbox = conversation && deps.inboxes.get(conversation.inbox);
    if (!conversation || !inbox) return problem(c, 404, 'NOT_FOUND', REQUEST_ERRORS.not_found.message);
    const calls = await readToolAudit(store, conversation.id);
    const offers = await readToolOffers(store, conversation.id, inbox.tools, deps.clock.now());
    return c.json({ calls, offers });
  });

  desk.get('/conversations/:id/events', async (c) => {
    const after = Number(c.req.query('after') ?? 0);
    if (!Number.isSafeInteger(after) || after < 0) {
      return problem(c, 400, 'BAD_REQUEST', 'Say with ?after= which number of the log you have seen last.');
    }
    const followed = await waitForEvents(deps, c.req.param('id'), after, c.req.raw.signal);
    if (followed) await seen(followed.conversation, followed.events.at(-1)?.seq ?? 0);
    return followed
      ? c.json({ ...followed, events: followed.events.map((event) => withLinks(event, links)) })
      : problem(c, 404, 'NOT_FOUND', REQUEST_ERRORS.not_found.message);
  });

  /** Leaves nothing: the visitor sees for a few seconds that somebody is writing. */
  desk.post('/conversations/:id/typing', async (c) => {
    const request = INBOX_API_REQUESTS['POST /conversations/:id/typing'].safeParse(
      await c.req.json().catch(() => null),
    );
    if (!request.success) return problem(c, 400, 'BAD_REQUEST', 'Send JSON with name.');
    const who = await authorOf(request.data);
    if (!who) return unknownOperator(c);
    bus.publish(c.req.param('id'), { kind: 'typing', who, on: true, from: 'desk' });
    return c.body(null, 204);
  });

  /** As visitors see who writes; null when nobody has that id. Under which name is the request's to say. */
  const authorOf = async ({ name, operator }: Pick<MemberAction, 'name' | 'operator'>): Promise<Author | null> => {
    if (operator !== undefined && !(await store.operator(operator))) return null;
    return { kind: 'human', id: operator ?? TEAM_AUTHOR_ID, name };
  };

  const appending =
    <Request extends MemberAction>(schema: ZodType<Request>, bodyOf: (request: Request) => LogBody | AppendBody) =>
    async (c: Context) => {
      const request = schema.safeParse(await c.req.json().catch(() => null));
      if (!request.success) {
        const fields = request.error.issues
          .map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`)
          .join('; ');
        return problem(c, 400, 'BAD_REQUEST', `Send JSON with clientId, name and, for a message, text. ${fields}`);
      }
      const { clientId } = request.data;
      const by = await authorOf(request.data);
      if (!by) return unknownOperator(c);
      const result = await append(c.req.param('id') ?? '', by, clientId, bodyOf(request.data));
      if (result.ok) return c.json({ seq: result.seq, duplicate: result.duplicate });
      return refuse(c, result.code);
    };

  desk.post(
    '/conversations/:id/take',
    appending(INBOX_API_REQUESTS['POST /conversations/:id/take'], () => ({ kind: 'handoff.accepted' })),
  );
  desk.post(
    '/conversations/:id/messages',
    appending(INBOX_API_REQUESTS['POST /conversations/:id/messages'], ({ text = '', attachments, parts }) => ({
      kind: 'message',
      text,
      ...(attachments && { attachments }),
      ...(parts && { parts: JSON.stringify(parts) }),
    })),
  );
  desk.post(
    '/conversations/:id/give-back',
    appending(INBOX_API_REQUESTS['POST /conversations/:id/give-back'], () => ({ kind: 'handoff.ended' })),
  );
  desk.post(
    '/conversations/:id/close',
    appending(INBOX_API_REQUESTS['POST /conversations/:id/close'], () => ({ kind: 'conversation.closed' })),
  );
  desk.get('/conversations/:id/files/:file/link', async (c) => {
    const [file] = await store.attachments([c.req.param('file')]);
    return file?.conversation === c.req.param('id') ? c.json(links.to(file.attachment.id)) : refuse(c, 'not_found');
  });
  desk.post('/conversations/:id/files', async (c) => {
    const conversation = await store.conversation(c.req.param('id'));
    if (!conversation) return refuse(c, 'not_found');
    const uploader = {
      inbox: conversation.inbox,
      contact: TEAM_AUTHOR_ID,
      bytesPerDay: UPLOAD_LIMITS.inboxUploadBytesPerDay,
    };
    const taken = await takeIn(uploader, readUploadRequest(c));
    if (taken.ok) return c.json({ attachment: taken.attachment }, 201);
    return taken.code === null ? c.body(null, 400) : refuse(c, taken.code);
  });
  return desk;
}

/** Each file of a message with a link that is good for a few minutes: who reads on later asks again. */
function withLinks(event: LogEvent, links: FileLinks) {
  const { body } = event;
  if (body.kind !== 'message' || !body.attachments) return event;
  return {
    ...event,
    body: { ...body, attachments: body.attachments.map((file) => ({ ...file, link: links.to(file.id) })) },
  };
}
