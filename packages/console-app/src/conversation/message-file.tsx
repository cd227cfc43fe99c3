/**
 * A file of a message. Pictures are shown, because the server has re-encoded them. Other files are a visitor's own bytes, so
 * they are only offered for download.
 */
import type { MessageFile } from '@service/embed-headless/core';
import { isImage } from '@service/protocol';
import { useEffect, useState } from 'preact/hooks';

/** Addresses live for five minutes. Renewed a minute earlier, so that none expires during a click. */
const FRESH_MS = 240_000;

interface SentFileProps {
  readonly file: MessageFile;
  readonly linkTo: (file: string) => Promise<string | null>;
}

export function MessageFileView({ file, linkTo }: SentFileProps) {
  const { id, name, type, size, width, height } = file;
  const [link, setLink] = useState<{ readonly url: string; readonly at: number } | null>(null);
  const freshen = (): void => {
    const at = Date.now();
    if (link && at - link.at < FRESH_MS) return;
    void linkTo(id).then((url) => url !== null && setLink({ url, at }));
  };
  useEffect(freshen, [id]);
  if (!link) return <span class="file">{name}</span>;
  const picture = isImage(type);
  return (
    <a
      class="file"
      href={link.url}
      {...(picture ? { target: '_blank', rel: 'noopener noreferrer' } : { download: name })}
      aria-label={`${picture ? 'Open' : 'Save'} ${name}`}
      onPointerEnter={freshen}
      onFocus={freshen}
    >
      {picture ? (
        <img src={link.url} alt="" width={width} height={height} />
      ) : (
        `${name} (${Math.max(1, Math.round(size / 1_000))} kB)`
      )}
    </a>
  );
}
