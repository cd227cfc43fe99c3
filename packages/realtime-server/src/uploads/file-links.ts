/**
 * Links to files: a browser shows a picture and saves a file by its address alone, without any header. So the address says
 * until when it is good, signed with a key that only the servers have. It holds nothing of the session, it opens one file,
 * and in five minutes it opens nothing.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type AttachmentLink, FILE_LIMITS, UPLOADS_PATH } from '@service/protocol';

export interface FileLinks {
  /** A link to the file, relative to the server's origin. Whoever calls this has checked that the file may be seen. */
  to(id: string): AttachmentLink;
  /** True when `expires` and `signature` are from a link to this file that is still good. */
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
