import type { AttachmentAdapter, CompleteAttachment, PendingAttachment } from '@assistant-ui/react';
import type { ChatClient, PendingUpload } from '@service/embed-headless/core';
import { acceptedFiles } from '@service/protocol';

/** Files go to the server as they are picked. A message waits for them, so one that is still on its way may be sent. */
export function attachmentAdapter(client: ChatClient): AttachmentAdapter {
  return {
    accept: acceptedFiles(),
    async *add({ file }): AsyncGenerator<PendingAttachment, void> {
      const id = client.upload(file);
      if (id === null) throw new Error('No file can be sent yet: the visitor has not agreed, or there is no chat.');
      const type = file.type.startsWith('image/') ? 'image' : 'document';
      const pending = { id, type, name: file.name, contentType: file.type, file };
      yield { ...pending, status: WAITING };
      for await (const upload of statesOf(client, id)) {
        yield { ...pending, status: statusOf(upload) };
        if (upload.state === 'failed') return;
      }
    },
    async remove({ id }) {
      client.discard(id);
    },
    async send(attachment): Promise<CompleteAttachment> {
      return { ...attachment, status: { type: 'complete' }, content: [] };
    },
  };
}

/** A message may be sent with it: it waits for the file by itself. */
const WAITING = { type: 'requires-action', reason: 'composer-send' } as const;

function statusOf({ state, loaded, size, problem }: PendingUpload): PendingAttachment['status'] {
  if (state === 'failed') return { type: 'incomplete', reason: 'error', ...(problem && { message: problem.message }) };
  return state === 'sending'
    ? { type: 'running', reason: 'uploading', progress: size === 0 ? 0 : loaded / size }
    : WAITING;
}

/** Each state of an upload, until it is done, refused, part of a message or discarded. */
async function* statesOf(client: ChatClient, id: string): AsyncGenerator<PendingUpload, void> {
  const find = (): PendingUpload | undefined => client.getState().uploads.find((each) => each.id === id);
  // The code for files loads with the first one.
  await nextChange(client, () => find() !== undefined);
  for (let upload = find(); upload; upload = find()) {
    const shown = upload;
    yield shown;
    if (shown.state === 'done' || shown.state === 'failed') return;
    await nextChange(client, () => find() !== shown);
  }
}

/** Resolves when `isDue`, asked now and after each change of the client. */
export function nextChange(client: ChatClient, isDue: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (isDue()) return resolve();
    const end = client.subscribe(() => {
      if (!isDue()) return;
      end();
      resolve();
    });
  });
}
