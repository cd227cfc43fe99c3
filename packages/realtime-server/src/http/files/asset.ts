/** A file in memory that is sent as it is, to everyone. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './encoding.js';

export interface SentFile {
  readonly body: Buffer;
  readonly type: string;
  /** SHA-256 of the body as base64url. A loader names its parts by it, and refuses other bytes. */
  readonly hash: string;
  /** The body in an encoding, compressed at the first request, on another thread. Null: send it as it is, for now. */
  encoded(encoding: Encoding): Promise<Buffer> | null;
}

export interface Asset extends SentFile {
  /** For `integrity="…"`. */
  readonly sha384: string;
}

/** Media types by the end of a file's name; files of other types are not sent. */
export const FILE_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  png: 'image/png',
  mp3: 'audio/mpeg',
};

/** Tight rather than quick: for what is compressed once and sent often. */
const shrink: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
};

/** A built file. `type` is its media type. */
export function asset(body: Buffer, type: string): Asset {
  const made = new Map<Encoding, Promise<Buffer>>();
  return {
    body,
    type,
    hash: hashOf(body),
    sha384: `sha384-${createHash('sha384').update(body).digest('base64')}`,
    encoded(encoding) {
      const known = made.get(encoding) ?? shrink[encoding](body);
      made.set(encoding, known);
      return known;
    },
  };
}

export function scriptAsset(body: Buffer): Asset {
  return asset(body, SCRIPT);
}

/**
 * A script that is put together of `pieces` when it is needed: of many that differ in one piece, only what was compressed stays
 * in memory. `begin` starts the compression of one, or returns null when too many are under way.
 */
export function composedScript(
  pieces: readonly string[],
  begin: (compress: () => Promise<Buffer>) => Promise<Buffer> | null,
): SentFile {
  const whole = (): Buffer => Buffer.from(pieces.join(''));
  const made = new Map<Encoding, Promise<Buffer>>();
  return {
    get body() {
      return whole();
    },
    type: SCRIPT,
    hash: hashOf(whole()),
    encoded(encoding) {
      const known = made.get(encoding) ?? begin(() => shrink[encoding](whole()));
      if (known) made.set(encoding, known);
      return known;
    },
  };
}

const SCRIPT = FILE_TYPES.js as string;

const hashOf = (body: Buffer): string => createHash('sha256').update(body).digest('base64url');
