/**
 * The type of a file, by its bytes. Its name and the sender's type don't count, with one exception: any bytes can be text, so a
 * text must also have the extension of one. HTML or SVG under the name of an image is therefore refused.
 */
import { createReadStream } from 'node:fs';
import { ATTACHMENT_TYPES, type AttachmentType, fileExtension } from '@service/protocol';

/** Enough of a file to tell what it is. */
export const HEAD_BYTES = 16;

const ascii = (text: string) => Buffer.from(text, 'latin1');
/** At the very beginning: a file that hides another type's beginning further inside is what it begins with. */
const BEGINNINGS: readonly (readonly [AttachmentType, Buffer])[] = [
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/gif', ascii('GIF87a')],
  ['image/gif', ascii('GIF89a')],
  ['application/pdf', ascii('%PDF-')],
];

/** By its first bytes; `maybe-text` when they are no other type's and the name has an ending of a text. */
export function typeByHead(head: Buffer, name: string): AttachmentType | 'maybe-text' | null {
  for (const [type, beginning] of BEGINNINGS) if (head.subarray(0, beginning.length).equals(beginning)) return type;
  if (head.subarray(0, 4).equals(ascii('RIFF')) && head.subarray(8, 12).equals(ascii('WEBP'))) return 'image/webp';
  const endings: readonly string[] = ATTACHMENT_TYPES['text/plain'];
  return endings.includes(fileExtension(name)) ? 'maybe-text' : null;
}

/** True when all of the file is UTF-8 without a NUL: what no program or archive is. */
export async function isText(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) {
      if ((chunk as Buffer).includes(0)) return false;
      decoder.decode(chunk as Buffer, { stream: true });
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
