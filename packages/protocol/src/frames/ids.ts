/**
 * How names of things look on the wire. Identifiers carry a prefix so that a log line or a wrong argument explains
 * itself, and a strict grammar so that nothing else can ever travel in their place.
 */

/** `acme`, `shop-eu_2`: chosen by an operator, appears in URLs and folder names, hence no dots and no slashes. */
export const INBOX_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
/** `cnv_…`, `msg_…`, `run_…`, `ctc_…`, `ses_…`, `att_…`: made by the server. */
export const SERVER_ID = /^(?:cnv|msg|run|ctc|ses|opr|att)_[A-Za-z0-9_-]{16,40}$/;
/** Made by the author once, before the first attempt to send; the server deduplicates on it for ever. */
export const CLIENT_ID = /^[A-Za-z0-9:_-]{8,80}$/;
/** A file of a message: 192 random bits. */
export const ATTACHMENT_ID = /^att_[A-Za-z0-9_-]{32}$/;
export const EPOCH = /^[A-Za-z0-9_-]{8,40}$/;
/** The secret a visitor's session is resumed with. Only its hash is stored by the server. */
export const SESSION_TOKEN = /^cws_[A-Za-z0-9_-]{43}$/;
/** A client's secret of one identification, 256 random bits in base64url; its SHA-256 is the token's `nonce`. */
export const PROOF = /^[A-Za-z0-9_-]{43}$/;

/** A site's own id of a visitor, `sub` in its tokens: printable ASCII without spaces, so that no two of them look alike. */
export const SUBJECT = /^[\x21-\x7E]{1,128}$/;

/** A language as browsers name it, `de`, `pt-BR`, `zh-Hans-CN`; at most 35 characters by construction. */
export const LANGUAGE_TAG = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/;

/** Sixteen (or `bytes`) random bytes, from the caller, so that tests decide. */
export type RandomBytes = (bytes: number) => Uint8Array;

/** A UUIDv7: sortable by the minute it was made in, unique for ever. `nowMs` is Unix time in milliseconds. */
export function clientId(nowMs: number, random: RandomBytes): string {
  const b = random(16);
  let time = Math.floor(nowMs);
  for (let i = 5; i >= 0; i--) {
    b[i] = time % 256;
    time = Math.floor(time / 256);
  }
  b[6] = ((b[6] as number) & 0x0f) | 0x70;
  b[8] = ((b[8] as number) & 0x3f) | 0x80;
  return hex(b).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Two digits for each byte. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** True when `value` is a canonical web origin such as `https://shop.example` (no path, no slash, no `null`). */
export function isWebOrigin(value: string): boolean {
  if (!/^https?:\/\/[a-z0-9.:[\]-]{1,255}$/.test(value)) return false;
  try {
    return new URL(value).origin === value;
  } catch {
    return false;
  }
}
