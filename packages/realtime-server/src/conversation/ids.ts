/** Names and secrets the server makes. Randomness comes from the caller, so that a test can foresee them. */
import { createHash, createHmac } from 'node:crypto';
import type { RandomBytes } from '@service/protocol';

type Prefix = 'cnv' | 'ctc' | 'ses' | 'opr' | 'blk';

/** `cnv_…`: 128 random bits. */
export function newId(prefix: Prefix, random: RandomBytes): string {
  return `${prefix}_${base64url(random(16))}`;
}

/** A duty to answer and the message that it will write, both of the same 128 random bits: every message of a visitor needs them. */
export function newAnswerJobIds(random: RandomBytes): { readonly id: string; readonly message: string } {
  const name = base64url(random(16));
  return { id: `run_${name}`, message: `msg_${name}` };
}

/** `att_…`: 192 random bits, because with the id, only a signature is missing to read the file. */
export function newAttachmentId(random: RandomBytes): string {
  return `att_${base64url(random(24))}`;
}

export function newEpoch(random: RandomBytes): string {
  return base64url(random(12));
}

/** The secret a session is resumed with: 256 random bits, shown once, to the visitor's browser. */
export function newSessionToken(random: RandomBytes): string {
  return `cws_${base64url(random(32))}`;
}

/** Random; with it and the token, and with nothing less, the next token is computed. */
export function newTokenSalt(random: RandomBytes): string {
  return base64url(random(32));
}

/**
 * What a token is exchanged for: always the same, so that two tabs that ask at once get one answer, and so does a tab that
 * asks again because the answer was lost.
 */
export function nextToken(token: string, salt: string): string {
  return `cws_${createHmac('sha256', salt).update(token).digest('base64url')}`;
}

/** What is stored of a token. It has too much randomness to be guessed from its hash, so one round is enough. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function base64url({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('base64url');
}
