import { Readable } from 'node:stream';
import { isImage } from '@service/protocol';
import type { Context } from 'hono';
import type { StoredAttachment } from '../../store/store.js';
import type { NodeRequestEnv } from './upload-request.js';

/** The type says what a stored file is. It may load nothing and run nothing. */
const FILE_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-store',
};

/** `onError` gets what breaks the body on its way; the connection is cut then, so that the client notices. */
export function sendStoredFile(
  c: Context<NodeRequestEnv>,
  { attachment: { name, type } }: StoredAttachment,
  { size, body }: { readonly size: number; readonly body: Readable },
  onError: (error: Error) => void,
): Response {
  const shown = isImage(type);
  const headers = {
    ...FILE_HEADERS,
    'Content-Type': type === 'text/plain' ? 'text/plain; charset=utf-8' : type,
    'Content-Length': String(size),
    // Only re-encoded images are shown in place.
    'Content-Disposition': `${shown ? 'inline' : 'attachment'}; ${fileNameParameters(name)}`,
    'Cross-Origin-Resource-Policy': shown ? 'cross-origin' : 'same-site',
  };
  if (c.req.method === 'HEAD') {
    // The body of a HEAD is never read, and the file would stay open.
    body.destroy();
    return c.body(null, 200, headers);
  }
  const sent = streamOf(body, (error) => {
    onError(error);
    c.env?.incoming?.socket.destroy();
  });
  return c.body(Readable.toWeb(sent) as ReadableStream, 200, headers);
}

/**
 * The body up to where it can't be read on. Then `onBroken` must make sure that the client doesn't take it for complete. An
 * error that is passed on would be written into the response, and not into the log.
 */
function streamOf(body: Readable, onBroken: (error: Error) => void): Readable {
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
  // The client may be gone before the first byte is read. Then the generator never starts, and the file would stay open.
  return sent.once('close', () => body.destroy());
}

/** RFC 6266: an ASCII name for old clients, the full name for all others. */
function fileNameParameters(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `filename="${plain}"; filename*=UTF-8''${full}`;
}
