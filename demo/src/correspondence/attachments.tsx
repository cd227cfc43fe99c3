import { type AttachmentLink, type MessageFile, useChat } from '@service/embed-sdk/headless';
import { type ReactElement, useEffect, useState } from 'react';

interface AttachmentsProps {
  readonly files: readonly MessageFile[];
  readonly sent: boolean;
}

export function Attachments({ files, sent }: AttachmentsProps): ReactElement | null {
  if (files.length === 0) return null;
  return (
    <ul className="attachments">
      {files.map((file) => (
        <li key={file.id}>
          <Attachment file={file} sent={sent} />
        </li>
      ))}
    </ul>
  );
}

/** A picture, or a link to download. Links expire after minutes, so each attachment asks for one when it is shown. */
function Attachment({ file, sent }: { readonly file: MessageFile; readonly sent: boolean }): ReactElement {
  const { getAttachmentLink } = useChat();
  const [link, setLink] = useState<AttachmentLink | null>(null);
  const { id, name, type, size, width, height, loaded = size } = file;
  useEffect(() => {
    if (sent) getAttachmentLink(id).then(setLink);
  }, [id, sent, getAttachmentLink]);
  if (!link) return <span>{loaded < size ? `${name}, ${Math.round((100 * loaded) / size)} %` : name}</span>;
  return type.startsWith('image/') ? (
    <img src={link.url} alt={name} width={width} height={height} />
  ) : (
    <a href={link.url} download={name}>
      {name}
    </a>
  );
}
