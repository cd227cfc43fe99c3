/**
 * The files of a message. A picture is shown as the server re-encoded it and opens in a new tab; other files are downloaded.
 * Addresses expire after minutes, so an old one is replaced when the pointer or the focus reaches the link.
 */
import type { ChatClient, MessageFile } from '@service/embed-headless/core';
import { type AttachmentLink, isImage } from '@service/protocol';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useRovingTabIndex } from '../content/roving-tabindex.js';
import { useTexts } from '../ui/use-texts.js';
import { FileIcon } from './file-icons.js';
import { fileSize } from './file-size.js';
import { pictureSize } from './picture-size.js';
import { useLocalPicture } from './use-local-picture.js';

export interface MessageFilesProps {
  readonly files: readonly MessageFile[];
  /** The message is in the log, so the server has the file. */
  readonly sent: boolean;
  readonly client: Pick<ChatClient, 'getAttachmentLink'>;
}

export function MessageFiles({ files, sent, client }: MessageFilesProps) {
  return (
    <ul class="message-files">
      {files.map((file) => (
        <li key={file.id}>
          {isImage(file.type) && (sent || file.file) ? (
            <Picture file={file} sent={sent} client={client} />
          ) : (
            <Chip file={file} sent={sent} client={client} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface FileProps extends Pick<MessageFilesProps, 'sent' | 'client'> {
  readonly file: MessageFile;
}

function Picture({ file, sent, client }: FileProps) {
  const texts = useTexts();
  const tabIndex = useRovingTabIndex();
  const local = useLocalPicture(file.file);
  const { link, freshen } = useLink(client, sent ? file.id : null);
  const size = pictureSize(file);
  const src = local ?? link?.url;
  const image = src && <img src={src} alt={link ? '' : file.name} {...size} onError={freshen} />;
  // The space is reserved before the picture has loaded, so that nothing moves.
  if (!link) {
    return (
      <span class="file-picture" style={!src && size ? { width: `${size.width}px`, height: `${size.height}px` } : {}}>
        {image}
        <Progress file={file} />
      </span>
    );
  }
  return (
    <a
      class="file-picture"
      href={link.url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={texts.openFile(file.name)}
      tabIndex={tabIndex}
      onPointerEnter={freshen}
      onFocus={freshen}
    >
      {image}
    </a>
  );
}

function Chip({ file, sent, client }: FileProps) {
  const texts = useTexts();
  const tabIndex = useRovingTabIndex();
  const { link, freshen } = useLink(client, sent ? file.id : null);
  const content = (
    <>
      <span class="file-icon">
        <FileIcon />
      </span>
      <span class="file-text">
        <bdi class="file-name">{file.name}</bdi>
        <span class="file-details">{fileSize(file.size, texts.locale)}</span>
        <Progress file={file} />
      </span>
    </>
  );
  if (!link) return <span class="file-chip">{content}</span>;
  return (
    <a
      class="file-chip"
      href={link.url}
      // A download never replaces the chat, not even when the address has expired.
      download={file.name}
      // The accessible name is the visible one, so that voice control finds it; the description says what the link does.
      aria-description={texts.saveFile(file.name)}
      tabIndex={tabIndex}
      onPointerEnter={freshen}
      onFocus={freshen}
    >
      {content}
    </a>
  );
}

function Progress({ file }: Pick<FileProps, 'file'>) {
  const { name, size, loaded = size } = file;
  return loaded < size ? <progress aria-label={name} max={size} value={loaded} /> : null;
}

/** An address of the file, or null. `freshen` replaces it when it expires soon. */
function useLink(client: FileProps['client'], attachment: string | null) {
  const [link, setLink] = useState<AttachmentLink | null>(null);
  const isRequesting = useRef(false);
  const unmounted = useRef(false);
  const freshen = (): void => {
    const soon = Date.now() + 60_000;
    if (!attachment || isRequesting.current || (link && link.expiresAt > soon)) return;
    isRequesting.current = true;
    void client.getAttachmentLink(attachment).then((fresh) => {
      isRequesting.current = false;
      if (fresh && !unmounted.current) setLink(fresh);
    });
  };
  useEffect(() => {
    unmounted.current = false;
    freshen();
    return () => {
      unmounted.current = true;
    };
  }, [attachment]);
  return { link, freshen };
}
