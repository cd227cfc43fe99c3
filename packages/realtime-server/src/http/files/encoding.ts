/** How a body travels: as small as the browser can take it. */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { HTTP_LIMITS } from '../../runtime/limits.js';

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

const shrink: Readonly<Record<Encoding, (text: string) => Promise<Buffer>>> = {
  // Quick rather than tight. Files are compressed tightly, once (assets.ts).
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text) => promisify(gzip)(text),
};

/** The document in this encoding, or null: send it as it is. */
export type EncodeDocument = (html: string, encoding: Encoding) => Promise<Buffer | null>;

/**
 * Compresses each document once, on another thread, and remembers those that were asked for last. Documents are made for a
 * request, but most are the same: a page always shows the same chat. A flood of different ones is sent as it is.
 */
export function documentEncoder(): EncodeDocument {
  /** The one that was asked for last is the last one. */
  const known = new Map<string, Buffer>();
  const underway = new Map<string, Promise<Buffer>>();
  let bytes = 0;
  const remember = (name: string, body: Buffer): void => {
    known.set(name, body);
    bytes += body.length;
    for (const [oldest, { length }] of known) {
      if (known.size <= HTTP_LIMITS.documents && bytes <= HTTP_LIMITS.documentBytes) return;
      known.delete(oldest);
      bytes -= length;
    }
  };
  return async (html, encoding) => {
    const name = `${encoding} ${hash('sha256', html, 'base64url')}`;
    const found = known.get(name);
    if (found) {
      known.delete(name);
      known.set(name, found);
      return found;
    }
    const begun = underway.get(name);
    if (begun) return begun;
    if (underway.size >= HTTP_LIMITS.documentsAtOnce) return null;
    const compressing = shrink[encoding](html);
    underway.set(name, compressing);
    try {
      const body = await compressing;
      remember(name, body);
      return body;
    } finally {
      underway.delete(name);
    }
  };
}
