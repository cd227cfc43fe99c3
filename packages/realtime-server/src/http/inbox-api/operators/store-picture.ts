/**
 * Stores an operator's picture: counts the bytes while they arrive, detects the type from the bytes, and has the image process draw
 * a small square. Nothing else of the file survives: no location, no camera, no second picture, no appended program.
 */
import { readFile } from 'node:fs/promises';
import type { RandomBytes } from '@service/protocol';
import { newAttachmentId } from '../../../conversation/ids.js';
import { typeByHead } from '../../uploads/file-type.js';
import type { ImageType } from '../../uploads/images/clean-image.js';
import type { ImageCleaner } from '../../uploads/images/image-cleaner.js';
import type { IncomingFiles } from '../../uploads/limits/incoming-files.js';
import type { IncomingUpload } from '../../uploads/store-upload.js';

export const PICTURE = {
  /** The file as it comes; more than a phone's camera makes of a face. */
  bytes: 5 * 1_048_576,
  /** Stored width and height in pixels: three times the largest size shown. */
  side: 144,
  type: 'image/webp',
} as const;

/** Why a picture is not taken, and what to do. */
export const PICTURE_REFUSALS = {
  picture_too_large: { status: 413, message: 'This file is larger than 5 MB. Choose a smaller one.' },
  picture_type: { status: 415, message: 'This is not a picture that can be shown. Choose a PNG, JPEG, WebP or GIF.' },
  picture_unreadable: { status: 422, message: 'This picture is damaged. Save it again, or choose another one.' },
  picture_too_many_dots: { status: 422, message: 'This picture has more than 25 million pixels. Make it smaller.' },
  picture_no_room: {
    status: 503,
    message: 'The server’s disk has no room for files. Ask who runs the server to make room, and try again.',
  },
  picture_busy: { status: 503, message: 'Too many pictures are being processed. Try again in a moment.' },
} as const;
export type PictureRefusal = keyof typeof PICTURE_REFUSALS;

const REFUSAL_OF = {
  busy: 'picture_busy',
  rate_limited: 'picture_busy',
  image_too_large: 'picture_too_many_dots',
  file_unreadable: 'picture_unreadable',
} as const;

export interface PictureDeps {
  readonly incoming: IncomingFiles;
  readonly cleaner: Pick<ImageCleaner, 'clean'>;
  readonly random: RandomBytes;
}

export type StoredPicture =
  | { readonly ok: true; readonly picture: Uint8Array }
  | { readonly ok: false; readonly code: PictureRefusal }
  /** The sender has gone. */
  | { readonly ok: false; readonly code: null };

/** @throws what the file system throws; the sender may try again. */
export async function storePicture(
  { incoming, cleaner, random }: PictureDeps,
  operator: string,
  { body, announced }: Pick<IncomingUpload, 'body' | 'announced'>,
): Promise<StoredPicture> {
  const no = (code: PictureRefusal): StoredPicture => ({ ok: false, code });
  if ((announced ?? 0) > PICTURE.bytes) return no('picture_too_large');
  if ((await incoming.bytesLeft()) <= 0) return no('picture_no_room');
  const id = newAttachmentId(random);
  try {
    const raw = incoming.path(id, 'raw');
    const received = await incoming.receive(body, raw, PICTURE.bytes);
    if (received.kind === 'broken-off') return { ok: false, code: null };
    if (received.kind === 'too-large') return no('picture_too_large');
    if (received.kind === 'no-room') return no('picture_no_room');
    const type = typeByHead(received.head, '');
    if (!isImageType(type)) return no('picture_type');
    const clean = incoming.path(id, 'clean');
    const share = { inbox: 'operators', address: null, peer: operator };
    const cleaned = await cleaner.clean({ from: raw, to: clean, type, square: PICTURE.side }, share);
    if (!cleaned.ok) return no(REFUSAL_OF[cleaned.code]);
    return { ok: true, picture: await readFile(clean) };
  } finally {
    await incoming.drop(id);
  }
}

const isImageType = (type: string | null): type is ImageType => type?.startsWith('image/') ?? false;
