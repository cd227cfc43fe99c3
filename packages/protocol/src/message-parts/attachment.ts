/**
 * Files that a message carries. A file is uploaded first, over HTTP; a message names what was uploaded by id, and the log
 * then describes it. The server decides all of this from the file's bytes.
 */
import { FILE_LIMITS } from '../limits.js';
import { ATTACHMENT_TYPES } from './attachment-types.js';

/** `POST` uploads a file; `GET …/<id>` serves it to any holder of a link; `GET …/<id>/link` gives its owner one. */
export const UPLOADS_PATH = '/v1/uploads';
/** Header of an upload: the file's name, as `encodeURIComponent` writes it. Not in the URL, because URLs end up in logs. */
export const FILE_NAME_HEADER = 'x-file-name';

/** A file of a message. */
export interface Attachment {
  /** For `attachmentLink`. */
  readonly id: string;
  /** Cleaned, and always with an ending that fits `type`. For showing and saving only. */
  readonly name: string;
  /** One of `ATTACHMENT_TYPES`, or of what a newer server takes in. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Pixels; with images only. */
  readonly width?: number;
  /** Pixels; with images only. */
  readonly height?: number;
}

/** A link to one file. It works for every holder until `expiresAt`. */
export interface AttachmentLink {
  /** Works for every holder: never log or store it. */
  readonly url: string;
  /** Unix milliseconds, by the server's clock. */
  readonly expiresAt: number;
}

/**
 * Why a file can't be sent, as far as its browser can see, or null. The server looks at the bytes and may still refuse;
 * this saves the visitor a long upload for a certain no. `type` is what the browser guessed and may be empty.
 */
export function findFileProblem(file: {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}): 'file_empty' | 'file_too_large' | 'file_type' | null {
  if (file.size === 0) return 'file_empty';
  if (file.size > FILE_LIMITS.attachmentBytes) return 'file_too_large';
  const type = file.type.split(';')[0] as string;
  const ending = fileExtension(file.name);
  const known =
    Object.hasOwn(ATTACHMENT_TYPES, type) ||
    Object.values(ATTACHMENT_TYPES).some((endings: readonly string[]) => endings.includes(ending));
  return known ? null : 'file_type';
}

/** The part after the last dot in lower case, or an empty string. */
export function fileExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}
