/** How a body travels: as small as the browser can take it. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** The smallest encoding that an `Accept-Encoding` header allows, or null for none. `q=0` is a refusal. */
export function acceptedEncoding(header: string): Encoding | null {
  const allowed = header
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .filter(([, ...weights]) => !weights.some((weight) => /^q=0(?:\.0*)?$/.test(weight)))
    .map(([name]) => name);
  return allowed.includes('br') ? 'br' : allowed.includes('gzip') ? 'gzip' : null;
}

/** For a document made for one request: quick rather than tight. Files are compressed once, at the start (assets.ts). */
export function compress(text: string, encoding: Encoding): Buffer {
  return encoding === 'br'
    ? brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
    : gzipSync(text);
}
