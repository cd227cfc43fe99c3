import type { Context } from 'hono';
import { sharedBody } from '../limits/shared-body.js';
import { PUBLIC_FILE_HEADERS } from '../security-headers.js';
import type { SentFile } from './asset.js';
import { acceptedEncoding, documentEncoder, type Encoding } from './encoding.js';

/** Characters of a hash in a tag: 72 bits tell the versions of one file apart, and every response has them. */
const TAG_LENGTH = 12;

/**
 * Leaves out `Connection: keep-alive` and `Keep-Alive`, 48 bytes of each file: HTTP/1.1 keeps a connection without them, and browsers
 * don't read them. Programs do, so answers of the API have them.
 */
function leaveOutKeepAlive(c: Context): void {
  const { outgoing } = c.env ?? {};
  if (outgoing?.shouldKeepAlive) outgoing.removeHeader('Connection');
}

/**
 * Sends a file in the smallest encoding that the browser accepts, or 304 when the browser's copy is current. What is stored
 * forever (`immutable`) is never asked for again, so it has no tag. `readers`: who may read it. Default: any page.
 */
export async function sendFile(
  c: Context,
  file: SentFile,
  cacheControl: string,
  readers: Readonly<Record<string, string>> = PUBLIC_FILE_HEADERS,
): Promise<Response> {
  leaveOutKeepAlive(c);
  const headers = { ...readers, 'Cache-Control': cacheControl, Vary: 'Accept-Encoding' };
  const encoding = acceptedEncoding(c.req.header('Accept-Encoding') ?? '');
  // A strong tag names bytes, so each encoding has its own.
  const tagOf = (encoding: Encoding | null): string =>
    `"${file.hash.slice(0, TAG_LENGTH)}${encoding ? `-${encoding}` : ''}"`;
  const tagged = !cacheControl.includes('immutable');
  const tag = tagOf(encoding);
  if (tagged && c.req.header('If-None-Match')?.includes(tag)) return c.body(null, 304, { ...headers, ETag: tag });
  const encoded = encoding && (await file.encoded(encoding));
  return c.body(sharedBody(encoded ?? file.body), 200, {
    ...headers,
    'Content-Type': file.type,
    ...(tagged && { ETag: encoded ? tag : tagOf(null) }),
    ...(encoded && { 'Content-Encoding': encoding as string }),
  });
}

/** Sends a document with the headers that hold its policy. */
export type SendDocument = (c: Context, html: string, headers: Readonly<Record<string, string>>) => Promise<Response>;

/** Documents of one sender are compressed once and remembered. */
export function documentSender(): SendDocument {
  const encode = documentEncoder();
  return async (c, html, headers) => {
    leaveOutKeepAlive(c);
    const encoding = acceptedEncoding(c.req.header('Accept-Encoding') ?? '');
    const encoded = encoding && (await encode(html, encoding));
    return c.body(encoded ? sharedBody(encoded) : html, 200, {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      Vary: headers.Vary ? `Accept-Encoding, ${headers.Vary}` : 'Accept-Encoding',
      ...(encoded && { 'Content-Encoding': encoding as string }),
    });
  };
}
