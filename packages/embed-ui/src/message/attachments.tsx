'use client';
import type { MessageFile, OwnMessage, PersonMessage } from '@service/embed-headless/react';
import { type ReactElement, useEffect, useState } from 'react';
import { useRootChat, useScreen } from '../screen.js';

/** The files of a message: a picture is shown, any file can be opened. Nothing where there are none. */
export function Attachments({ entry }: { readonly entry: OwnMessage | PersonMessage }): ReactElement | null {
  if (entry.files.length === 0) return null;
  return (
    <ul data-chat="attachments">
      {entry.files.map((file) => (
        <li key={file.id}>
          <Attached file={file} isSent={entry.seq !== null} />
        </li>
      ))}
    </ul>
  );
}

function Attached({ file, isSent }: { readonly file: MessageFile; readonly isSent: boolean }): ReactElement {
  const { getAttachmentLink } = useRootChat();
  const { texts } = useScreen();
  const isPicture = /^image\//.test(file.type);
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!isPicture) return;
    if (file.file) {
      const local = URL.createObjectURL(file.file);
      setAddress(local);
      return () => URL.revokeObjectURL(local);
    }
    let isShown = true;
    if (isSent) getAttachmentLink(file.id).then((link) => isShown && link && setAddress(link.url));
    return () => {
      isShown = false;
    };
  }, [file, isPicture, isSent, getAttachmentLink]);
  const open = (): void => {
    // Opened with the click, or the browser would refuse the window.
    const opened = window.open('', '_blank');
    getAttachmentLink(file.id).then((link) => {
      if (link && opened) opened.location.href = link.url;
      else opened?.close();
    });
  };
  return (
    <>
      {address && <img data-chat="picture" src={address} alt={file.name} />}
      <button type="button" data-chat="file" disabled={!isSent} aria-label={texts.open(file.name)} onClick={open}>
        {file.name}
      </button>
    </>
  );
}
