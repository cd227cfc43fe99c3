/** The attachment as a bundler finds it: what it may need later is found the bundler's way. */
import { type Attachment, type AttachmentOptions, attachWith } from './attachment.js';
import type { Diagnose } from './diagnosis/diagnose.js';
import { frameFor } from './diagnosis/frame-for.js';
import { isHello } from './handshake.js';
import { VERSION } from './version.js';

export const attach = (options: AttachmentOptions): Attachment => attachWith(() => import('./page-tools.js'), options);

export const diagnose: Diagnose = async (...subject) => {
  const { diagnosePage } = await import('./diagnosis/diagnose.js');
  const scriptUrl = (baseUrl: string): string => `${baseUrl}/embed/v1.js`;
  return diagnosePage({ scriptUrl, version: VERSION, frameFor, isHello }, ...subject);
};
