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

export function readUploadRequest<Env extends NodeRequestEnv>(c: Context<Env>): IncomingUpload {
  const length = c.req.header('Content-Length');
  return {
    body: c.env?.incoming ?? Readable.from([]),
    name: fileNameIn(c.req.header(FILE_NAME_HEADER)),
    announced: length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null,
  };
}

/** Of each end of a name: more than is shown, and the end says of what type the file is. */
const NAME_END_LENGTH = 512;

/** The decoded name, or the header as it is when it can't be decoded; of a long one the middle is left out. */
function fileNameIn(header = ''): string {
  const name = decoded(header);
  return name.length > 2 * NAME_END_LENGTH ? `${name.slice(0, NAME_END_LENGTH)}${name.slice(-NAME_END_LENGTH)}` : name;
}

function decoded(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch {
    return header;
  }
}
