/**
 * Files over plain HTTP: taking them in from a visitor, giving the visitor a link, and serving a file to a link. The
 * session's token comes in a header and never in an address; what comes out can't run, whatever it is.
 */
import { Readable } from 'node:stream';
import {
  ATTACHMENT_ID,
  FILE_NAME_HEADER,
  isImage,
  REQUEST_ERRORS,
  type RequestErrorCode,
  SESSION_TOKEN,
} from '@service/protocol';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { sessionOf } from '../conversation/sessions/sessions.js';
import type { InboxDirectory, InboxSettings } from '../inbox/inbox.js';
import { UPLOAD_LIMITS } from '../limits.js';
import type { LoadLevel } from '../runtime/load-shedding.js';
import { type Session, type StoredAttachment, StoreUnavailable } from '../store/store.js';
import type { FileLinks } from './file-links.js';
import { type StoreUploadDeps, storeUpload } from './store-upload.js';
import { UPLOAD_ERROR_STATUS } from './upload-error-status.js';
import { type NodeRequestEnv, readUploadRequest } from './upload-request.js';

export interface UploadsDeps extends StoreUploadDeps {
  readonly inboxes: InboxDirectory;
  /** Whether the session's socket would still be served: what ends that must leave no way in beside it. */
  readonly mayBeServed: (session: Session, inbox: InboxSettings) => boolean;
  readonly links: FileLinks;
  readonly load: () => LoadLevel;
  /** False once this node is about to end: what begins now would be cut off. */
  readonly serving: () => boolean;
  /** PUBLIC_URL, or null: as the request says. */
  readonly publicOrigin: string | null;
  readonly onError: (error: Error) => void;
}

type C = Context<NodeRequestEnv>;

/** Uploads on their way in at this node, of all visitors. */
const MOST_AT_ONCE = 64;

const STATUS: Readonly<Partial<Record<RequestErrorCode, ContentfulStatusCode>>> = {
  forbidden: 401,
  not_found: 404,
  ...UPLOAD_ERROR_STATUS,
  rate_limited: 429,
  busy: 503,
  store_unavailable: 503,
};

/** A served file is nobody's page: it may load nothing, run nothing, and is what its type says or nothing. */
const SERVED_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-store',
};

/** Routes below `UPLOADS_PATH`. */
export function createUploads(deps: UploadsDeps): Hono<NodeRequestEnv> {
  const { store, inboxes, files, links, load, serving } = deps;
  const app = new Hono<NodeRequestEnv>();
  const underway = new Map<string, number>();
  let total = 0;

  const ownOrigin = (c: C): string => deps.publicOrigin ?? new URL(c.req.url).origin;
  const listed = (origin: string): boolean => inboxes.list().some((inbox) => inbox.allowedOrigins.includes(origin));
  const refuse = (c: C, code: RequestErrorCode): Response => {
    const { message, retry } = REQUEST_ERRORS[code];
    return c.json({ code, message, retry }, STATUS[code] ?? 500);
  };

  /** Who asks, or null. As with the socket: the frame's own origin, one that the inbox lists, or a program without one. */
  const visitor = async (c: C): Promise<Session | null> => {
    const token = /^Bearer (.+)$/.exec(c.req.header('Authorization') ?? '')?.[1] ?? '';
    const session = SESSION_TOKEN.test(token) ? await sessionOf(deps, token) : null;
    const inbox = session && inboxes.get(session.inbox);
    if (!session || !inbox?.allowedOrigins.includes(session.hostOrigin)) return null;
    const origin = c.req.header('Origin');
    if (origin !== undefined && origin !== ownOrigin(c) && !inbox.allowedOrigins.includes(origin)) return null;
    return deps.mayBeServed(session, inbox) ? session : null;
  };

  /** Their own files; and once a message names one, whoever's conversation that is: people of the business send files, too. */
  const maySee = async (session: Session, file: StoredAttachment): Promise<boolean> => {
    if (file.inbox !== session.inbox) return false;
    if (file.conversation === null) return file.contact === session.contact;
    return (await store.conversation(file.conversation))?.contact === session.contact;
  };

  app.use(async (c, next) => {
    await next();
    const origin = c.req.header('Origin');
    c.header('Vary', 'Origin');
    // Without it a page may still show a picture, but read nothing.
    if (origin !== undefined && listed(origin)) c.header('Access-Control-Allow-Origin', origin);
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  });

  app.options('*', (c) => {
    const origin = c.req.header('Origin');
    if (origin === undefined || !listed(origin)) return c.body(null, 403);
    return c.body(null, 204, {
      'Access-Control-Allow-Methods': 'POST, GET',
      'Access-Control-Allow-Headers': `authorization, content-type, ${FILE_NAME_HEADER}`,
      'Access-Control-Max-Age': '600',
    });
  });

  app.post('/', async (c) => {
    const session = await visitor(c);
    if (!session) return refuse(c, 'forbidden');
    const { contact } = session;
    const mine = underway.get(contact) ?? 0;
    if (!serving() || load() >= 2 || total >= MOST_AT_ONCE) return refuse(c, 'busy');
    if (mine >= UPLOAD_LIMITS.uploadsAtOnce) return refuse(c, 'rate_limited');
    underway.set(contact, mine + 1);
    total += 1;
    try {
      const uploader = { inbox: session.inbox, contact, bytesPerDay: UPLOAD_LIMITS.visitorUploadBytesPerDay };
      const taken = await storeUpload(deps, uploader, readUploadRequest(c));
      if (taken.ok) return c.json({ attachment: taken.attachment }, 201);
      if (taken.code === null) return c.body(null, 400);
      return refuse(c, taken.code);
    } finally {
      total -= 1;
      const left = (underway.get(contact) ?? 1) - 1;
      if (left === 0) underway.delete(contact);
      else underway.set(contact, left);
    }
  });

  app.get('/:id/link', async (c) => {
    const session = await visitor(c);
    if (!session) return refuse(c, 'forbidden');
    const id = c.req.param('id');
    const [file] = ATTACHMENT_ID.test(id) ? await store.attachments([id]) : [];
    if (!file || !(await maySee(session, file))) return refuse(c, 'not_found');
    return c.json(links.to(file.attachment.id));
  });

  app.get('/:id', async (c) => {
    const id = c.req.param('id');
    const good = links.opens(id, c.req.query('e') ?? '', c.req.query('s') ?? '');
    const [file] = good ? await store.attachments([id]) : [];
    const found = file && (await files.read(id));
    if (!file || !found) return refuse(c, 'not_found');
    // Nobody would read the body of a head, and the file would stay open.
    const headOnly = c.req.method === 'HEAD';
    if (headOnly) found.body.destroy();
    const { name, type } = file.attachment;
    const shown = isImage(type);
    const headers = {
      ...SERVED_HEADERS,
      'Content-Type': type === 'text/plain' ? 'text/plain; charset=utf-8' : type,
      'Content-Length': String(found.size),
      // Only what was drawn anew here is ever shown in place.
      'Content-Disposition': `${shown ? 'inline' : 'attachment'}; ${savedAs(name)}`,
      'Cross-Origin-Resource-Policy': shown ? 'cross-origin' : 'same-site',
    };
    if (headOnly) return c.body(null, 200, headers);
    const sent = whole(found.body, (error) => {
      deps.onError(error);
      c.env?.incoming?.socket.destroy();
    });
    return c.body(Readable.toWeb(sent) as ReadableStream, 200, headers);
  });

  app.onError((error, c) => {
    deps.onError(error);
    return refuse(c, error instanceof StoreUnavailable ? 'store_unavailable' : 'internal');
  });
  return app;
}

/**
 * What is sent, up to where it can't be read on: then `onBroken` must see to it that nobody takes it for the whole. Passed on,
 * the error would be written past the log, and into what is sent.
 */
function whole(body: Readable, onBroken: (error: Error) => void): Readable {
  const sent = Readable.from(
    (async function* () {
      try {
        yield* body;
      } catch (error) {
        onBroken(error as Error);
      }
    })(),
    { objectMode: false },
  );
  // Whoever asked may have gone before the first byte was read: then nothing above has begun, and the file would stay open.
  return sent.once('close', () => body.destroy());
}

/** RFC 6266: for old readers a name of plain letters, for all others the name. */
function savedAs(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `filename="${plain}"; filename*=UTF-8''${full}`;
}
