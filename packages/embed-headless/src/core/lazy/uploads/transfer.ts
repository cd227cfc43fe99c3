import { type Attachment, FILE_ERRORS, UPLOADS_PATH } from '@service/protocol';
import type { EffectContext } from '../../state/feature.js';
import { attachmentLink } from './attachment-link.js';
import { browserFiles } from './http-files.js';
import type { UploadsEffect, UploadsInput } from './types.js';
import type { Refusal } from './upload.js';

/** Cancels what is being sent, by upload id. Shared by all clients of the document: the ids are unique. */
const underway = new Map<string, () => void>();

export function runTransfer(
  effect: UploadsEffect,
  { ports, baseUrl, ended, dispatch }: EffectContext<UploadsInput>,
): void {
  if (effect.do === 'link') {
    void attachmentLink(ports, baseUrl, effect.token, effect.attachment).then(effect.callback);
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
      progress: (loaded) => dispatch({ type: 'progress', upload: upload.id, loaded: Math.min(loaded, upload.size) }),
      answered(status, body) {
        over();
        const { attachment } = (body ?? {}) as { readonly attachment?: Attachment };
        if (typeof attachment?.id === 'string') dispatch({ type: 'arrived', upload: upload.id, attachment });
        else dispatch({ type: 'ended', upload: upload.id, refusal: refusalIn(status, body) });
      },
      lost() {
        over();
        dispatch({ type: 'ended', upload: upload.id, refusal: null });
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

/** The server's words, or a guess at a proxy's answer. Null: retry. */
function refusalIn(status: number, body: unknown): Refusal | null {
  const { code, message, retry } = (body ?? {}) as { readonly [key: string]: unknown };
  if (typeof code === 'string' && typeof message === 'string') return retry === true ? null : { code, message };
  if (status === 413) return { code: 'file_too_large', message: FILE_ERRORS.file_too_large.message };
  return status >= 400 && status < 500
    ? { code: 'forbidden', message: `The server refused the file (${status}).` }
    : null;
}
