import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { FILE_NAME_HEADER, type RequestErrorCode } from '@service/protocol';
import type { Context } from 'hono';
import type { IncomingUpload } from './store-upload.js';

/** HTTP status of each error, for visitors and for the inbox API. */
export const UPLOAD_ERROR_STATUS = {
  file_empty: 400,
  file_too_large: 413,
  file_type: 415,
  file_unreadable: 422,
  image_too_large: 422,
  upload_quota: 429,
} as const satisfies Partial<Record<RequestErrorCode, number>>;

/** What Node's own server gives to a route. */
export type NodeRequestEnv = { Bindings: { readonly incoming?: IncomingMessage } };

export function readUploadRequest(c: Context<NodeRequestEnv>): IncomingUpload {
  const length = c.req.header('Content-Length');
  return {
    body: c.env?.incoming ?? Readable.from([]),
    name: fileNameIn(c.req.header(FILE_NAME_HEADER)),
    announced: length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null,
  };
}

/** The decoded name, or the header as it is when it can't be decoded. */
function fileNameIn(header: string | undefined): string {
  const given = (header ?? '').slice(0, 2_048);
  try {
    return decodeURIComponent(given);
  } catch {
    return given;
  }
}
