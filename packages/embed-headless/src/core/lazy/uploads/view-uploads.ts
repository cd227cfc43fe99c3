import type { ChatState, MessageFile, OwnMessage, PendingUpload } from '../../api/chat-state.js';
import type { UploadsState } from './types.js';
import type { Upload } from './upload.js';

/** Pending uploads, and waiting messages among the unsent ones. */
export function viewUploads({ uploads, messages }: UploadsState, base: ChatState): Partial<ChatState> {
  const loose = uploads.filter(({ item }) => item === null).map(pendingOf);
  if (loose.length === uploads.length && messages.length === 0) return { uploads: loose };
  const filesOf = (message: string): readonly MessageFile[] =>
    uploads.filter(({ item }) => item === message).map(fileOf);
  const waiting = messages.filter(({ conversation }) => conversation === base.conversation || conversation === null);
  const unsent = base.timeline.flatMap((entry) => {
    if (entry.type !== 'own' || entry.seq !== null) return [];
    const files = filesOf(entry.clientId);
    return files.length > 0 ? { ...entry, files } : entry;
  });
  const here = waiting.map(
    ({ clientId, text, at, failed }): OwnMessage => ({
      type: 'own',
      key: clientId,
      clientId,
      seq: null,
      at,
      text,
      files: filesOf(clientId),
      delivery: failed ? { state: 'failed', ...failed } : { state: 'sending' },
    }),
  );
  // Ids begin with the time at which they were made.
  const together = [...unsent, ...here].sort((a, b) => (a.clientId < b.clientId ? -1 : 1));
  return {
    uploads: loose,
    outbox: base.outbox + messages.filter(({ failed }) => !failed).length,
    timeline: [...base.timeline.filter(({ seq }) => seq !== null), ...together],
  };
}

function pendingOf(upload: Upload): PendingUpload {
  return { ...fileOf(upload), state: upload.state, problem: upload.failed };
}

function fileOf({ id, name, type, size, loaded, file }: Upload) {
  return { id, name, type, size, loaded, file };
}
