/**
 * Files over plain HTTP: a visitor uploads one, asks for a link, and a link serves it. The session's token comes in a header
 * and never in an address. What is served can't run, whatever it is.
 */
import type { IncomingMessage } from 'node:http';
import {
  ATTACHMENT_ID,
  FILE_NAME_HEADER,
  REQUEST_ERRORS,
  type RequestErrorCode,
  SESSION_TOKEN,
} from '@service/protocol';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { sessionOf } from '../../conversation/sessions/sessions.js';
import type { InboxDirectory, InboxSettings } from '../../inbox/inbox.js';
import type { LoadLevel } from '../../runtime/load-shedding.js';
import { type Session, type StoredAttachment, StoreUnavailable } from '../../store/store.js';
import type { FileLinks } from './file-links.js';
import { UPLOAD_LIMITS } from './limits/upload-limits.js';
import { UploadShares } from './limits/upload-shares.js';
import { sendStoredFile } from './send-stored-file.js';
import { type StoreUploadDeps, storeUpload } from './store-upload.js';
import { type NodeRequestEnv, readUploadRequest, UPLOAD_ERROR_STATUS } from './upload-request.js';

export interface UploadsDeps extends StoreUploadDeps {
  readonly inboxes: InboxDirectory;
  /** Whether the session's socket would still be served: no upload may outlive the session. */
  readonly mayBeServed: (session: Session, inbox: InboxSettings) => boolean;
  readonly links: FileLinks;
  readonly load: () => LoadLevel;
  /** False once this node is about to end: an upload that begins now would be cut off. */
  readonly serving: () => boolean;
  /** Under which address a request is counted; null: it isn't. See `countedGroup`. */
  readonly addressOf: (request: IncomingMessage) => string | null;
  /** PUBLIC_URL; null: the origin of the request. */
  readonly publicOrigin: string | null;
  readonly onError: (error: Error) => void;
}

type C = Context<NodeRequestEnv>;

const VISITOR_BYTES = {
  bytesPerDay: UPLOAD_LIMITS.visitorUploadBytesPerDay,
  inboxBytesPerDay: UPLOAD_LIMITS.inboxUploadBytesPerDay * UPLOAD_LIMITS.visitorsPartOfInboxBytes,
} as const;

const STATUS: Readonly<Partial<Record<RequestErrorCode, ContentfulStatusCode>>> = {
  forbidden: 401,
  not_found: 404,
  ...UPLOAD_ERROR_STATUS,
  rate_limited: 429,
  busy: 503,
  store_unavailable: 503,
};

/** Routes below `UPLOADS_PATH`. */
export function createUploads(deps: UploadsDeps): Hono<NodeRequestEnv> {
  const { store, files, links, load, serving } = deps;
  const app = new Hono<NodeRequestEnv>();
  const shares = new UploadShares(deps.clock);
  addCors(app, deps.inboxes);

  app.post('/', async (c) => {
    const session = await sessionOfRequest(deps, c);
    if (!session) return refuse(c, 'forbidden');
    const { inbox, contact, id, conversation } = session;
    if (!serving() || load() >= 2) return refuse(c, 'busy');
    const address = c.env?.incoming ? deps.addressOf(c.env.incoming) : null;
    const upload = readUploadRequest(c);
    const begun = shares.begin({ inbox, address, peer: contact }, upload.announced ?? 0);
    if (!begun.ok) return refuse(c, begun.code);
    const uploader = {
      ...{ inbox, contact, address, ...VISITOR_BYTES },
      owner: { session: id, conversation },
      isAllowed: async () => (await sessionOfRequest(deps, c)) !== null,
    };
    const result = await storeUpload(deps, uploader, { ...upload, place: begun.place }).finally(begun.end);
    if (result.ok) return c.json({ attachment: result.attachment }, 201);
    return result.code === null ? c.body(null, 400) : refuse(c, result.code);
  });

  app.get('/:id/link', async (c) => {
    const session = await sessionOfRequest(deps, c);
    if (!session) return refuse(c, 'forbidden');
    const id = c.req.param('id');
    const [file] = ATTACHMENT_ID.test(id) ? await store.attachments([id]) : [];
    if (!file || !(await maySee(deps, session, file))) return refuse(c, 'not_found');
    return c.json(links.to(file.attachment.id));
  });

  app.get('/:id', async (c) => {
    const id = c.req.param('id');
    const isGood = links.opens(id, c.req.query('e') ?? '', c.req.query('s') ?? '');
    const [file] = isGood ? await store.attachments([id]) : [];
    const found = file && (await files.read(id));
    return file && found ? sendStoredFile(c, file, found, deps.onError) : refuse(c, 'not_found');
  });

  app.onError((error, c) => {
    deps.onError(error);
    return refuse(c, error instanceof StoreUnavailable ? 'store_unavailable' : 'internal');
  });
  return app;
}

/** CORS for the origins that any inbox lists. */
function addCors(app: Hono<NodeRequestEnv>, inboxes: Pick<InboxDirectory, 'list'>): void {
  const isListed = (origin: string): boolean => inboxes.list().some((inbox) => inbox.allowedOrigins.includes(origin));
  app.use(async (c, next) => {
    await next();
    const origin = c.req.header('Origin');
    c.header('Vary', 'Origin');
    // Without it a page can still show an image, but read nothing.
    if (origin !== undefined && isListed(origin)) c.header('Access-Control-Allow-Origin', origin);
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  });
  app.options('*', (c) => {
    const origin = c.req.header('Origin');
    if (origin === undefined || !isListed(origin)) return c.body(null, 403);
    return c.body(null, 204, {
      'Access-Control-Allow-Methods': 'POST, GET',
      'Access-Control-Allow-Headers': `authorization, content-type, ${FILE_NAME_HEADER}`,
      'Access-Control-Max-Age': '600',
    });
  });
}

/** As for a socket: the frame's own origin, an origin that the inbox lists, or a program without an origin. Else null. */
async function sessionOfRequest(deps: UploadsDeps, c: C): Promise<Session | null> {
  const { inboxes, publicOrigin } = deps;
  const token = /^Bearer (.+)$/.exec(c.req.header('Authorization') ?? '')?.[1] ?? '';
  const session = SESSION_TOKEN.test(token) ? await sessionOf(deps, token) : null;
  const inbox = session && inboxes.get(session.inbox);
  if (!session || !inbox?.allowedOrigins.includes(session.hostOrigin)) return null;
  const origin = c.req.header('Origin');
  const ownOrigin = publicOrigin ?? new URL(c.req.url).origin;
  if (origin !== undefined && origin !== ownOrigin && !inbox.allowedOrigins.includes(origin)) return null;
  return deps.mayBeServed(session, inbox) ? session : null;
}

/** Visitors see their own files, and every file that a message in their conversations names. */
async function maySee({ store }: UploadsDeps, session: Session, file: StoredAttachment): Promise<boolean> {
  if (file.inbox !== session.inbox) return false;
  if (file.conversation === null) return file.contact === session.contact;
  return (await store.conversation(file.conversation))?.contact === session.contact;
}

function refuse(c: C, code: RequestErrorCode): Response {
  const { message, retry } = REQUEST_ERRORS[code];
  return c.json({ code, message, retry }, STATUS[code] ?? 500);
}
