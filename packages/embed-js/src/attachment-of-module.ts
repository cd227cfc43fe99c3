/** The attachment as a bundler finds it: what it may need later is found the bundler's way. */
import { type Attachment, type AttachmentOptions, attachWith } from './attachment.js';

export const attach = (options: AttachmentOptions): Attachment => attachWith(() => import('./page-tools.js'), options);
