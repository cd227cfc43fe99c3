/** The files of a reply that is being written. Each is uploaded when it is chosen, and sent with the text. */
import { type Attachment, FILE_LIMITS, findFileProblem, REQUEST_ERRORS } from '@service/protocol';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConversationApi } from '../../api/conversation-api.js';

export interface AttachedFile {
  readonly key: number;
  readonly name: string;
  /** As the server has stored it; null: not yet. */
  readonly attachment: Attachment | null;
  /** Why it can't be sent; null while it may. */
  readonly problem: string | null;
}

export interface AttachedFiles {
  readonly files: readonly AttachedFile[];
  /** Each of them can be sent. */
  readonly areReady: boolean;
  add(chosen: Iterable<File>): void;
  remove(key: number): void;
  /** Gives the files to a message that is sent; none is left here. */
  take(): readonly Attachment[];
}

const TOO_MANY = `A message has at most ${FILE_LIMITS.attachmentsPerMessage} files. Send these first.`;

/** Stores a file of this conversation. */
export type Upload = (file: File, signal: AbortSignal) => ReturnType<ConversationApi['upload']>;

export function useAttachedFiles(upload: Upload): AttachedFiles {
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  const uploads = useRef(new Map<number, AbortController>());
  const last = useRef(0);
  useEffect(
    () => () => {
      for (const each of uploads.current.values()) each.abort();
    },
    [],
  );
  const change = (key: number, news: Partial<AttachedFile>): void =>
    setFiles((now) => now.map((each) => (each.key === key ? { ...each, ...news } : each)));
  const begin = async (key: number, file: File): Promise<void> => {
    const control = new AbortController();
    uploads.current.set(key, control);
    const result = await upload(file, control.signal);
    uploads.current.delete(key);
    if (control.signal.aborted) return;
    change(key, result.ok ? { attachment: result.value.attachment } : { problem: result.message });
  };
  return {
    files,
    areReady: files.every(({ attachment }) => attachment !== null),
    add(chosen) {
      let places = FILE_LIMITS.attachmentsPerMessage - files.length;
      const added = Array.from(chosen, (file) => {
        const key = ++last.current;
        const wrong = findFileProblem(file);
        const problem = wrong ? REQUEST_ERRORS[wrong].message : places-- > 0 ? null : TOO_MANY;
        if (problem === null) void begin(key, file);
        return { key, name: file.name, attachment: null, problem };
      });
      setFiles((now) => [...now, ...added]);
    },
    remove(key) {
      uploads.current.get(key)?.abort();
      setFiles((now) => now.filter((each) => each.key !== key));
    },
    take() {
      setFiles([]);
      return files.flatMap(({ attachment }) => attachment ?? []);
    },
  };
}
