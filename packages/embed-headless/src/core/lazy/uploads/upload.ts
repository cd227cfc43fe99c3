/**
 * One file on its way to the server, as pure rules. A file is uploaded as soon as it is picked, before the message that will
 * carry it is sent; the message then waits for its files. Nothing of a file can be kept over a reload.
 */
import { type Attachment, FILE_ERRORS, FILE_LIMITS, findFileProblem } from '@service/protocol';

export interface PickedFile {
  /** This client's own name for it. */
  readonly id: string;
  readonly name: string;
  /** As the browser calls it; may be empty. */
  readonly type: string;
  readonly size: number;
  readonly file: Blob;
}

/** Why a file can't be sent: the server's own words, or ours. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

export interface Upload extends PickedFile {
  /** `waiting`: for a connection, its turn, or the next attempt. */
  readonly state: 'waiting' | 'sending' | 'done' | 'failed';
  /** Bytes that have left. */
  readonly loaded: number;
  readonly failed: Refusal | null;
  /** What the server made of it. */
  readonly attachment: Attachment | null;
  /** The session it was sent in: to another one it belongs to somebody else. */
  readonly token: string | null;
  /** The message that it was given to; kept until that is in the log. */
  readonly item: string | null;
  /** Attempts that were broken off since the last progress. */
  readonly attempt: number;
  /** No attempt before this moment. */
  readonly notBefore: number;
}

/** More at a time would only make each of them slower. */
const AT_ONCE = 2;
const BACKOFF_MS = 1_000;
const MOST_BACKOFF_MS = 30_000;

/** What an upload is before its first attempt, and again before it is sent anew. */
export const afresh = {
  state: 'waiting',
  loaded: 0,
  failed: null,
  attachment: null,
  token: null,
  attempt: 0,
  notBefore: 0,
} as const satisfies Partial<Upload>;

/** Takes a file in, refused or not: what can't be sent stays on the screen with the reason. */
export function pick(uploads: readonly Upload[], file: PickedFile): readonly Upload[] {
  const beside = uploads.filter(({ item }) => item === null).length;
  const code = findFileProblem(file) ?? (beside >= FILE_LIMITS.attachmentsPerMessage ? 'too_many_files' : null);
  const { id, name, type, size, file: bytes } = file;
  const fresh: Upload = { id, name, type, size, file: bytes, ...afresh, item: null };
  if (code === null) return [...uploads, fresh];
  return [...uploads, { ...fresh, state: 'failed', failed: { code, message: FILE_ERRORS[code].message } }];
}

/** Those to begin now. */
export function due(uploads: readonly Upload[], now: number): readonly Upload[] {
  const room = AT_ONCE - uploads.filter((each) => each.state === 'sending').length;
  return uploads.filter((each) => each.state === 'waiting' && each.notBefore <= now).slice(0, Math.max(0, room));
}

/** When the next one may be tried again, or null when none waits for that. */
export function nextAttemptAt(uploads: readonly Upload[]): number | null {
  const times = uploads.filter((each) => each.state === 'waiting' && each.notBefore > 0).map((each) => each.notBefore);
  return times.length === 0 ? null : Math.min(...times);
}

export function change(uploads: readonly Upload[], id: string, to: Partial<Upload>): readonly Upload[] {
  return uploads.map((each) => (each.id === id ? { ...each, ...to } : each));
}

/** What becomes of an upload that was broken off. `fraction` spreads those who try again. */
export function brokenOff({ attempt }: Upload, now: number, fraction: number): Partial<Upload> {
  const pause = Math.min(MOST_BACKOFF_MS, BACKOFF_MS * 2 ** attempt);
  return {
    state: 'waiting',
    loaded: 0,
    attempt: attempt + 1,
    notBefore: now + Math.round(pause * (0.5 + fraction / 2)),
  };
}
