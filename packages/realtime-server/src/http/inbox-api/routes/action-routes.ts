/** Actions: take a conversation, write in it, give it back, close it, send a file, show typing. */
import type { AppendBody, LogBody } from '@service/protocol';
import type { Context } from 'hono';
import type { ZodType } from 'zod';
import { TEAM_AUTHOR_ID } from '../../../conversation/log/append.js';
import { UPLOAD_LIMITS } from '../../uploads/limits/upload-limits.js';
import { readUploadRequest } from '../../uploads/upload-request.js';
import { authorOf } from '../author.js';
import type { InboxApi, InboxApiDeps, InboxApiEnv } from '../deps.js';
import { INBOX_API_REQUESTS, type MemberAction } from '../requests.js';
import { badRequest, readJson, refuse } from '../responses.js';

export function addActionRoutes(api: InboxApi, deps: InboxApiDeps): void {
  const append =
    <Request extends MemberAction>(schema: ZodType<Request>, bodyOf: (request: Request) => LogBody | AppendBody) =>
    (c: Context<InboxApiEnv>) =>
      appendAction(c, deps, schema, bodyOf);
  const take = INBOX_API_REQUESTS['POST /conversations/:id/take'];
  const message = INBOX_API_REQUESTS['POST /conversations/:id/messages'];
  const giveBack = INBOX_API_REQUESTS['POST /conversations/:id/give-back'];
  const close = INBOX_API_REQUESTS['POST /conversations/:id/close'];

  api.post(
    '/conversations/:id/take',
    append(take, () => ({ kind: 'handoff.accepted' })),
  );
  api.post(
    '/conversations/:id/messages',
    append(message, ({ text = '', attachments, parts }) => ({
      kind: 'message',
      text,
      ...(attachments && { attachments }),
      ...(parts && { parts: JSON.stringify(parts) }),
    })),
  );
  api.post(
    '/conversations/:id/give-back',
    append(giveBack, () => ({ kind: 'handoff.ended' })),
  );
  api.post(
    '/conversations/:id/close',
    append(close, () => ({ kind: 'conversation.closed' })),
  );

  /** Stores nothing: the visitor sees for a few seconds that an operator is typing. */
  api.post('/conversations/:id/typing', async (c) => {
    const request = INBOX_API_REQUESTS['POST /conversations/:id/typing'].safeParse(await readJson(c));
    if (!request.success) return badRequest(c, 'Send JSON with name.');
    const who = authorOf(c, request.data);
    if (who instanceof Response) return who;
    deps.bus.publish(c.req.param('id'), { kind: 'typing', who, on: true, from: 'desk' });
    return c.body(null, 204);
  });

  api.post('/conversations/:id/files', async (c) => {
    const conversation = c.get('conversation');
    if (conversation.erased) return refuse(c, 'not_found');
    const uploader = {
      inbox: conversation.inbox,
      contact: TEAM_AUTHOR_ID,
      address: null,
      inboxBytesPerDay: UPLOAD_LIMITS.inboxUploadBytesPerDay,
      bytesPerDay: UPLOAD_LIMITS.inboxUploadBytesPerDay,
      owner: { session: null, conversation: conversation.id },
      isAllowed: async () => true,
    };
    const stored = await deps.takeIn(uploader, readUploadRequest(c));
    if (stored.ok) return c.json({ attachment: stored.attachment }, 201);
    // Erased while the file came.
    if (stored.code === 'forbidden') return refuse(c, 'not_found');
    return stored.code === null ? c.body(null, 400) : refuse(c, stored.code);
  });
}

/** Every action is one append under the caller's own id, so a request that is sent twice is stored once. */
async function appendAction<Request extends MemberAction>(
  c: Context<InboxApiEnv>,
  { append }: InboxApiDeps,
  schema: ZodType<Request>,
  bodyOf: (request: Request) => LogBody | AppendBody,
): Promise<Response> {
  const request = schema.safeParse(await readJson(c));
  if (!request.success) {
    const fields = request.error.issues
      .map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`)
      .join('; ');
    return badRequest(c, `Send JSON with clientId, name and, for a message, text. ${fields}`);
  }
  const by = authorOf(c, request.data);
  if (by instanceof Response) return by;
  const result = await append(c.req.param('id') ?? '', by, request.data.clientId, bodyOf(request.data));
  return result.ok ? c.json({ seq: result.seq, duplicate: result.duplicate }) : refuse(c, result.code);
}
