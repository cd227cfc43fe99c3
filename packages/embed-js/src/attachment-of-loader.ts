/** The attachment of the script tag: what it may need later comes from its own address, by the name of its contents. */
import { type Attachment, type AttachmentOptions, attachWith } from './attachment.js';

declare const __PAGE_TOOLS__: string;

export const attach = (options: AttachmentOptions): Attachment =>
  attachWith(() => import(new URL(`?${__PAGE_TOOLS__}`, import.meta.url).href), options);
