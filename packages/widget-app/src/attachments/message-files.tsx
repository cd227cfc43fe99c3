/**
 * The files of a message. A picture is shown from the server's own drawing of it and opens in a tab of its own, where it can
 * do nothing; anything else is saved. Addresses expire after minutes, so an old one is replaced when the pointer or the focus comes near.
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
  /** In the log, and so at the server. */
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
  // The room is there before the picture is, so that nothing jumps when it comes.
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
  const words = (
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
  if (!link) return <span class="file-chip">{words}</span>;
  return (
    <a
      class="file-chip"
      href={link.url}
      // Not in a tab of its own, and never in place of the chat, not even when the address has grown old.
      download={file.name}
      // The accessible name is the visible one, so that voice control finds it; the description says what the link does.
      aria-description={texts.saveFile(file.name)}
      tabIndex={tabIndex}
      onPointerEnter={freshen}
      onFocus={freshen}
    >
      {words}
    </a>
  );
}

function Progress({ file }: Pick<FileProps, 'file'>) {
  const { name, size, loaded = size } = file;
  return loaded < size ? <progress aria-label={name} max={size} value={loaded} /> : null;
}

/** An address that is good for a while yet, or null. `freshen` replaces it when it soon isn't. */
function useLink(client: FileProps['client'], attachment: string | null) {
  const [link, setLink] = useState<AttachmentLink | null>(null);
  const asking = useRef(false);
  const gone = useRef(false);
  const freshen = (): void => {
    const soon = Date.now() + 60_000;
    if (!attachment || asking.current || (link && link.expiresAt > soon)) return;
    asking.current = true;
    void client.getAttachmentLink(attachment).then((fresh) => {
      asking.current = false;
      if (fresh && !gone.current) setLink(fresh);
    });
  };
  useEffect(() => {
    gone.current = false;
    freshen();
    return () => {
      gone.current = true;
    };
  }, [attachment]);
  return { link, freshen };
}
