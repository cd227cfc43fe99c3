import { cleanText } from '@service/protocol';
import { useRef } from 'preact/hooks';
import type { AttachedFiles } from './use-attached-files.js';

/** Opens the browser's dialog for files. They can also be pasted into the field and dropped on it. */
export function AttachButton({
  disabled,
  onFiles,
}: {
  readonly disabled: boolean;
  onFiles(files: readonly File[]): void;
}) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label="Files"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Choosing the same file again is a change only when the field is empty.
          currentTarget.value = '';
        }}
      />
      <button
        type="button"
        class="secondary attach"
        aria-label="Attach files"
        title="Attach files"
        disabled={disabled}
        onClick={() => field.current?.click()}
      >
        <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
          <path d="m20.5 11.5-8.4 8.4a5.5 5.5 0 0 1-7.8-7.8l8.6-8.6a3.7 3.7 0 0 1 5.2 5.2l-8.5 8.5a1.8 1.8 0 0 1-2.6-2.6l7.9-7.9" />
        </svg>
      </button>
    </>
  );
}

/** What is sent with the text, and what became of each so far. */
export function FileList({ files, remove }: Pick<AttachedFiles, 'files' | 'remove'>) {
  if (files.length === 0) return null;
  return (
    <ul class="attached" aria-label="Attached files">
      {files.map(({ key, name, attachment, problem }) => (
        <li key={key} data-problem={problem !== null}>
          <bdi>{cleanText(name)}</bdi>
          {problem !== null && <span role="alert">{problem}</span>}
          {problem === null && attachment === null && <span>Uploading…</span>}
          <button type="button" class="secondary" aria-label={`Remove ${cleanText(name)}`} onClick={() => remove(key)}>
            ✕
          </button>
        </li>
      ))}
    </ul>
  );
}
