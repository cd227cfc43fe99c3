import type { Context } from 'hono';
import type { Asset } from './assets.js';
import { acceptedEncoding, documentEncoder } from './encoding.js';
import { sharedBody } from './limits/shared-body.js';
import { PUBLIC_FILE_HEADERS } from './security-headers.js';

/** Sends a file in the smallest encoding that the browser accepts, or 304 when the browser's copy is current. */
export async function sendFile(c: Context, asset: Asset, cacheControl: string): Promise<Response> {
  // Weak, because one tag names the file in every encoding.
  const tag = `W/"${asset.sha384.slice(-32)}"`;
  const headers = { ...PUBLIC_FILE_HEADERS, 'Cache-Control': cacheControl, ETag: tag, Vary: 'Accept-Encoding' };
  if (c.req.header('If-None-Match')?.includes(tag)) return c.body(null, 304, headers);
  const encoding = acceptedEncoding(c.req.header('Accept-Encoding') ?? '');
  const body = encoding ? await asset.encoded(encoding) : asset.body;
  return c.body(sharedBody(body), 200, {
    ...headers,
    'Content-Type': asset.type,
    ...(encoding && { 'Content-Encoding': encoding }),
  });
}

/** Sends a document with the headers that hold its policy. */
export type SendDocument = (c: Context, html: string, headers: Readonly<Record<string, string>>) => Promise<Response>;

/** Documents of one sender are compressed once and remembered. */
export function documentSender(): SendDocument {
  const encode = documentEncoder();
  return async (c, html, headers) => {
    const encoding = acceptedEncoding(c.req.header('Accept-Encoding') ?? '');
    const encoded = encoding && (await encode(html, encoding));
    return c.body(encoded ? sharedBody(encoded) : html, 200, {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      Vary: 'Accept-Encoding',
      ...(encoded && { 'Content-Encoding': encoding as string }),
    });
  };
}
