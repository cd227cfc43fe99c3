/**
 * Links to files. A browser loads an image or a download by its address alone, without a header. So the address holds the time
 * until which it is valid, signed with a key that only the servers have. It holds nothing of the session and opens one file,
 * for five minutes.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type AttachmentLink, FILE_LIMITS, UPLOADS_PATH } from '@service/protocol';

export interface FileLinks {
  /** A link to the file, relative to the server's origin. The caller has checked that the file may be seen. */
  to(id: string): AttachmentLink;
  /** True when `expires` and `signature` are from a link to this file that is still valid. */
  opens(id: string, expires: string, signature: string): boolean;
}

export function fileLinks(key: string, now: () => number): FileLinks {
  const sign = (id: string, expires: string): string =>
    createHmac('sha256', key).update(`${id} ${expires}`).digest('base64url');
  return {
    to(id) {
      const expiresAt = now() + FILE_LIMITS.attachmentLinkMs;
      return { url: `${UPLOADS_PATH}/${id}?e=${expiresAt}&s=${sign(id, String(expiresAt))}`, expiresAt };
    },
    opens(id, expires, signature) {
      if (!/^\d{13}$/.test(expires) || !/^[\w-]{43}$/.test(signature) || Number(expires) < now()) return false;
      return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(id, expires)));
    },
  };
}
