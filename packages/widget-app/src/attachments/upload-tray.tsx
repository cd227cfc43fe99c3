/** The files of the message being written: their names, progress and problems. */
import type { ChatClient, PendingUpload } from '@service/embed-headless/core';
import type { RequestErrorCode } from '@service/protocol';
import { RemoveIcon } from '../ui/icons.js';
import { useTexts } from '../ui/use-texts.js';
import { FileIcon, RetryIcon } from './file-icons.js';
import { fileSize } from './file-size.js';
import { useLocalPicture } from './use-local-picture.js';

interface UploadTrayProps {
  readonly uploads: readonly PendingUpload[];
  readonly client: Pick<ChatClient, 'retry' | 'discard'>;
  /** The last file was removed: the focus must go elsewhere. */
  readonly onEmpty: () => void;
}

/** Problems of the file itself, which a retry can't solve. */
const NOT_RETRYABLE: readonly string[] = [
  'file_empty',
  'file_too_large',
  'file_type',
  'file_unreadable',
  'image_too_large',
] satisfies RequestErrorCode[];

export function UploadTray({ uploads, client, onEmpty }: UploadTrayProps) {
  const texts = useTexts();
  const problems = uploads.flatMap(({ name, problem }) =>
    problem ? [`${name}: ${texts.advice(problem.code, problem.message)}`] : [],
  );
  return (
    <>
      <ul class="upload-tray" aria-label={texts.filesToSend}>
        {uploads.map((upload) => (
          <TrayItem
            key={upload.id}
            upload={upload}
            client={client}
            onRemove={() => {
              client.discard(upload.id);
              onEmpty();
            }}
          />
        ))}
      </ul>
      <div class="visually-hidden" role="status">
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
    </>
  );
}

interface TrayItemProps extends Pick<UploadTrayProps, 'client'> {
  readonly upload: PendingUpload;
  readonly onRemove: () => void;
}

function TrayItem({ upload, client, onRemove }: TrayItemProps) {
  const texts = useTexts();
  const { id, name, size, loaded, file, state, problem } = upload;
  const picture = useLocalPicture(problem ? null : file);
  return (
    <li class={`file-chip ${state}`}>
      <span class="file-icon">{picture ? <img src={picture} alt="" /> : <FileIcon />}</span>
      <span class="file-text">
        <bdi class="file-name">{name}</bdi>
        {problem ? (
          <span class="file-problem">{texts.advice(problem.code, problem.message)}</span>
        ) : state === 'sending' ? (
          <progress aria-label={name} max={size} value={loaded} />
        ) : (
          <span class="file-details">{state === 'waiting' ? texts.fileWaiting : fileSize(size, texts.locale)}</span>
        )}
      </span>
      {problem && !NOT_RETRYABLE.includes(problem.code) && (
        <button type="button" class="icon" aria-label={texts.retryFile(name)} onClick={() => client.retry(id)}>
          <RetryIcon />
        </button>
      )}
      <button type="button" class="icon" aria-label={texts.removeFile(name)} onClick={onRemove}>
        <RemoveIcon />
      </button>
    </li>
  );
}
