import { type AttachmentLink, FILE_LIMITS, UPLOADS_PATH } from '@service/protocol';
import type { Ports } from '../../../platform/ports.js';
import { browserFiles } from './http-files.js';

/** Requested with the session, opened by its address alone. Null: no session, or no answer. */
export async function attachmentLink(
  { files = browserFiles, clock }: Pick<Ports, 'files' | 'clock'>,
  baseUrl: string,
  token: string | null,
  attachment: string,
): Promise<AttachmentLink | null> {
  if (token === null) return null;
  const asked = clock.now();
  const link = (await files.ask(
    `${baseUrl}${UPLOADS_PATH}/${attachment}/link`,
    token,
  )) as Partial<AttachmentLink> | null;
  if (typeof link?.url !== 'string' || !link.url.startsWith(`${UPLOADS_PATH}/`)) return null;
  // By the link's lifetime: the server's clock may differ from ours.
  return { url: baseUrl + link.url, expiresAt: asked + FILE_LIMITS.attachmentLinkMs };
}
