/** How a file leaves, and what the answer to it means. */
import { type Attachment, FILE_ERRORS, UPLOADS_PATH } from '@service/protocol';
import type { Hands } from '../../state/feature.js';
import { attachmentLink } from './attachment-link.js';
import { browserFiles } from './http-files.js';
import type { Refusal } from './upload.js';
import type { UploadingEffect } from './uploads.js';

/** How to break off what is being sent, by upload: those of all clients, because their names are unique. */
const underway = new Map<string, () => void>();

export function transfer(effect: UploadingEffect, { ports, baseUrl, ended, take }: Hands<'uploading'>): void {
  if (effect.do === 'link') {
    void attachmentLink(ports, baseUrl, effect.token, effect.attachment).then(effect.tell);
    return;
  }
  if (effect.do === 'stop') {
    underway.get(effect.upload)?.();
    return;
  }
  const { upload, token } = effect;
  const files = ports.files ?? browserFiles;
  const over = (): void => {
    underway.delete(upload.id);
    ended.removeEventListener('abort', stop);
  };
  const cancel = files.send(
    { url: baseUrl + UPLOADS_PATH, token, name: upload.name, file: upload.file },
    {
      progress: (loaded) => take({ type: 'progress', upload: upload.id, loaded: Math.min(loaded, upload.size) }),
      answered(status, body) {
        over();
        const { attachment } = (body ?? {}) as { readonly attachment?: Attachment };
        if (typeof attachment?.id === 'string') take({ type: 'arrived', upload: upload.id, attachment });
        else take({ type: 'ended', upload: upload.id, refusal: refusalIn(status, body) });
      },
      lost() {
        over();
        take({ type: 'ended', upload: upload.id, refusal: null });
      },
    },
  );
  const stop = (): void => {
    over();
    cancel();
  };
  underway.set(upload.id, stop);
  ended.addEventListener('abort', stop);
}

/** The server's own words, or what a proxy's answer may mean; null for what may pass. */
function refusalIn(status: number, body: unknown): Refusal | null {
  const { code, message, retry } = (body ?? {}) as { readonly [key: string]: unknown };
  if (typeof code === 'string' && typeof message === 'string') return retry === true ? null : { code, message };
  if (status === 413) return { code: 'file_too_large', message: FILE_ERRORS.file_too_large.message };
  return status >= 400 && status < 500
    ? { code: 'forbidden', message: `The server refused the file (${status}).` }
    : null;
}
