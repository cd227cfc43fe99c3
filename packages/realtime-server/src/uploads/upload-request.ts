/** The file that a request brings: its body as it comes, and what its headers say of it. */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { FILE_NAME_HEADER } from '@service/protocol';
import type { Context } from 'hono';
import type { IncomingUpload } from './store-upload.js';

/** What Node's own server hands to a route. */
export type NodeRequestEnv = { Bindings: { readonly incoming?: IncomingMessage } };

export function readUploadRequest(c: Context<NodeRequestEnv>): IncomingUpload {
  const length = c.req.header('Content-Length');
  return {
    body: c.env?.incoming ?? Readable.from([]),
    name: nameIn(c.req.header(FILE_NAME_HEADER)),
    announced: length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null,
  };
}

/** The name as it was meant, or as it came when it can't be read. */
function nameIn(header: string | undefined): string {
  const given = (header ?? '').slice(0, 2_048);
  try {
    return decodeURIComponent(given);
  } catch {
    return given;
  }
}
