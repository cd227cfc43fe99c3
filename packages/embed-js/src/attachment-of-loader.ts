/**
 * The attachment of the script tag: what it may need later comes from its own address, by the hash of its contents, and
 * runs only if it is that.
 */
import { type Attachment, type AttachmentOptions, attachWith } from './attachment.js';
import type { Diagnose } from './diagnosis/diagnose.js';
import { importWhole } from './import-whole.js';

/** Written in by the build: the hashes of what this very file was built with. */
declare const __PAGE_TOOLS__: string;
declare const __DIAGNOSIS__: string;

const own = import.meta.url.replace(/[?].*/, '');

export const attach = (options: AttachmentOptions): Attachment =>
  attachWith(() => importWhole(own, __PAGE_TOOLS__), options);

export const diagnose: Diagnose = async (...subject) => {
  const part = await importWhole<typeof import('./diagnosis/diagnosis-of-loader.js')>(own, __DIAGNOSIS__);
  // What may be loaded from this very path, may be asked there; the page may have named another server, though.
  return part.diagnose((baseUrl) => (own.startsWith(`${baseUrl}/`) ? own : `${baseUrl}/embed/v1.js`))(...subject);
};
