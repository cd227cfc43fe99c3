/**
 * One upload, from its first byte to its row. The order makes it safe: counted as it arrives, typed by its bytes, re-encoded if
 * it is an image, entered under the quota, and only then moved to where files are served from. A failure leaves no file, and
 * at most a row that no message can name, until the next sweep. What it is for may end meanwhile: then it ends too.
 */
import type { Readable } from 'node:stream';
import {
  type Attachment,
  type AttachmentType,
  FILE_LIMITS,
  type RandomBytes,
  type RequestErrorCode,
} from '@service/protocol';
import { newAttachmentId } from '../../conversation/ids.js';
import type { Clock } from '../../runtime/clock.js';
import { DISK_LIMITS } from '../../runtime/limits.js';
import type { FileOwner, StoredFiles } from '../../store/port/files.js';
import type { Store } from '../../store/store.js';
import { fileName } from './file-name.js';
import { isText, typeByHead } from './file-type.js';
import type { ImageType } from './images/clean-image.js';
import type { ImageCleaner } from './images/image-cleaner.js';
import type { IncomingFiles, UploadPlace } from './limits/incoming-files.js';
import { UPLOAD_LIMITS } from './limits/upload-limits.js';

const DAY_MS = 86_400_000;

export interface StoreUploadDeps {
  readonly store: Store;
  readonly incoming: IncomingFiles;
  readonly files: StoredFiles;
  readonly cleaner: ImageCleaner;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

/** Whose file it is: a visitor's contact, or `desk`. */
export interface Uploader {
  readonly inbox: string;
  readonly contact: string;
  /** As `countedGroup` returns it. */
  readonly address: string | null;
  readonly bytesPerDay: number;
  readonly owner: FileOwner;
  /** Whether the sender may still upload, beyond what the store knows of the owner. */
  readonly isAllowed: () => Promise<boolean>;
  /** What all of the inbox together may have uploaded. */
  readonly inboxBytesPerDay: number;
}

export interface IncomingUpload {
  readonly body: Readable;
  /** As the sender gave it. */
  readonly name: string;
  /** The announced size in bytes, or null. Used only to refuse earlier. */
  readonly announced: number | null;
  /** Default: none. */
  readonly place?: UploadPlace;
}

export type StoreUploadResult =
  | { readonly ok: true; readonly attachment: Attachment }
  | { readonly ok: false; readonly code: RequestErrorCode }
  /** The sender has disconnected: no answer is possible. */
  | { readonly ok: false; readonly code: null };

/** @throws StoreUnavailable, or what the file system throws; the sender may try again. */
export async function storeUpload(
  deps: StoreUploadDeps,
  uploader: Uploader,
  arriving: IncomingUpload,
): Promise<StoreUploadResult> {
  const { store, incoming, files, clock, random } = deps;
  const { inbox, contact } = uploader;
  const since = clock.now() - DAY_MS;
  if ((arriving.announced ?? 0) > FILE_LIMITS.attachmentBytes) return refused('file_too_large');
  // Checked first, so that a sender over the quota causes no disk writes. The check at `addAttachment` is the one that counts.
  const used = await store.uploadedSince(inbox, contact, since);
  const least = arriving.announced ?? 1;
  if (used.contact + least > uploader.bytesPerDay || used.inbox + least > uploader.inboxBytesPerDay)
    return refused('upload_quota');
  const inboxBytes = Math.min(uploader.inboxBytesPerDay, await dayOnDisk(deps, uploader, used.inbox));
  const isDiskShort = inboxBytes < uploader.inboxBytesPerDay;
  if (used.inbox + least > inboxBytes) return refused('store_unavailable');
  const quota = { since, contactBytes: uploader.bytesPerDay, inboxBytes };

  const id = newAttachmentId(random);
  try {
    const raw = incoming.path(id, 'raw');
    const received = await whileWanted(deps, uploader, arriving.body, () =>
      incoming.receive(arriving.body, raw, FILE_LIMITS.attachmentBytes, arriving.place),
    );
    if (received.kind === 'broken-off') return { ok: false, code: null };
    if (received.kind === 'too-large') return refused('file_too_large');
    if (received.kind === 'no-room') return refused('store_unavailable');
    if (received.size === 0) return refused('file_empty');
    const judged = await inspectFile(deps, id, arriving.name, received, uploader);
    if (!judged.ok) return judged;
    const { attachment, path } = judged;
    if (!(await uploader.isAllowed())) return refused('forbidden');
    const { owner } = uploader;
    const added = await store.addAttachment({ attachment, inbox, contact, owner, at: clock.now(), quota });
    if (added === 'over-quota') return refused(isDiskShort ? 'store_unavailable' : 'upload_quota');
    if (added !== 'added') return refused('forbidden');
    await files.save(path, id);
    // An erasure between the row and the bytes has discarded the row, and a sweep may have deleted it before the bytes were there.
    if ((await store.attachments([id])).length > 0) return { ok: true, attachment };
    await files.remove([id]);
    return refused('forbidden');
  } finally {
    await incoming.drop(id);
  }
}

/**
 * What an inbox may upload in a day as far as the disk is concerned, where the files remain on it. The part that visitors may use is
 * theirs here, too.
 */
async function dayOnDisk(
  { incoming, files }: Pick<StoreUploadDeps, 'incoming' | 'files'>,
  { inboxBytesPerDay }: Uploader,
  usedBytes: number,
): Promise<number> {
  const left = await incoming.bytesLeft();
  if (left <= 0) return 0;
  if (!files.onThisDisk) return Number.POSITIVE_INFINITY;
  const part = inboxBytesPerDay / UPLOAD_LIMITS.inboxUploadBytesPerDay;
  return Math.floor((left + usedBytes) * DISK_LIMITS.inboxUploadShare * part);
}

/** Ends an upload in progress when its session ends or its conversation is erased: a slow one would stay on disk for minutes. */
async function whileWanted<T>(
  { store, clock }: Pick<StoreUploadDeps, 'store' | 'clock'>,
  { owner, isAllowed }: Uploader,
  body: Readable,
  receive: () => Promise<T>,
): Promise<T> {
  // Once it is read to its end no one else listens, and an unheard error would end the process.
  body.on('error', () => undefined);
  let isOver = false;
  let cancel = (): void => undefined;
  const later = (): void => {
    cancel = clock.after(UPLOAD_LIMITS.uploadCheckMs, () => void look());
  };
  const look = async (): Promise<void> => {
    // A store that can't answer now is asked again, here and at the end.
    const isWanted = await Promise.all([store.isOwnerActive(owner), isAllowed()])
      .then((answers) => answers.every(Boolean))
      .catch(() => true);
    if (isOver) return;
    if (!isWanted) return void body.destroy(new Error('What the upload was for has ended.'));
    later();
  };
  later();
  try {
    return await receive();
  } finally {
    isOver = true;
    cancel();
  }
}

type InspectedFile =
  | { readonly ok: true; readonly attachment: Attachment; readonly path: string }
  | { readonly ok: false; readonly code: RequestErrorCode };

async function inspectFile(
  deps: StoreUploadDeps,
  id: string,
  given: string,
  { head, size }: { readonly head: Buffer; readonly size: number },
  { inbox, address, contact }: Uploader,
): Promise<InspectedFile> {
  const { incoming, cleaner } = deps;
  const raw = incoming.path(id, 'raw');
  const found = typeByHead(head, given);
  const type = found === 'maybe-text' ? ((await isText(raw)) ? 'text/plain' : null) : found;
  if (type === null) return refused('file_type');
  const name = fileName(given, type);
  if (!isImageType(type)) return { ok: true, attachment: { id, name, type, size }, path: raw };
  const clean = incoming.path(id, 'clean');
  const cleaned = await cleaner.clean({ from: raw, to: clean, type }, { inbox, address, peer: contact });
  if (!cleaned.ok) return cleaned;
  const { width, height } = cleaned;
  return { ok: true, attachment: { id, name, type, size: cleaned.size, width, height }, path: clean };
}

function isImageType(type: AttachmentType): type is ImageType {
  return type.startsWith('image/');
}

function refused(code: RequestErrorCode): { readonly ok: false; readonly code: RequestErrorCode } {
  return { ok: false, code };
}
