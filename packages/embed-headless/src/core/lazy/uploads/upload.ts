/** One file on its way to the server. It is uploaded as soon as it is picked; the message that will carry it waits for it. */
import { type Attachment, backoff, FILE_ERRORS, FILE_LIMITS, findFileProblem } from '@service/protocol';

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
  /** `waiting`: for a connection, its turn, or a retry. */
  readonly state: 'waiting' | 'sending' | 'done' | 'failed';
  /** Bytes that were sent. */
  readonly loaded: number;
  readonly failed: Refusal | null;
  /** The stored file. */
  readonly attachment: Attachment | null;
  /** The session it was sent in: another session can't use it. */
  readonly token: string | null;
  /** The message that it belongs to, until that is in the log. */
  readonly item: string | null;
  /** Failed attempts since the last progress. */
  readonly attempt: number;
  /** No attempt before this moment. */
  readonly notBefore: number;
}

/** More at a time would only make each slower. */
const AT_ONCE = 2;
const RETRY = { baseMs: 1_000, maxMs: 30_000, jitter: 0.5 } as const;

/** What an upload is before its first attempt, and again before it is sent anew. */
export const freshUpload = {
  state: 'waiting',
  loaded: 0,
  failed: null,
  attachment: null,
  token: null,
  attempt: 0,
  notBefore: 0,
} as const satisfies Partial<Upload>;

/** Adds a file, refused or not: what can't be sent is shown with the reason, and takes no place of those that can. */
export function pick(uploads: readonly Upload[], file: PickedFile): readonly Upload[] {
  const beside = uploads.filter(({ item, state }) => item === null && state !== 'failed').length;
  const code = findFileProblem(file) ?? (beside >= FILE_LIMITS.attachmentsPerMessage ? 'too_many_files' : null);
  const { id, name, type, size, file: bytes } = file;
  const fresh: Upload = { id, name, type, size, file: bytes, ...freshUpload, item: null };
  if (code === null) return [...uploads, fresh];
  return [...uploads, { ...fresh, state: 'failed', failed: { code, message: FILE_ERRORS[code].message } }];
}

/** Those to begin now. */
export function dueUploads(uploads: readonly Upload[], now: number): readonly Upload[] {
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

/** After a broken connection: wait, then retry. `fraction`: random, in [0, 1). */
export function brokenOff({ attempt }: Upload, now: number, fraction: number): Partial<Upload> {
  const pause = Math.round(backoff(attempt, fraction, RETRY));
  return {
    state: 'waiting',
    loaded: 0,
    attempt: attempt + 1,
    notBefore: now + pause,
  };
}
