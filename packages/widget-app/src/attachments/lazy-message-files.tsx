/** The files of an entry. Few have any, so the code is loaded with the first. */
import type { MessageFile } from '@service/embed-headless/core';
import { loadAttachments } from '../ui/lazy.js';
import { useLazy } from '../ui/use-lazy.js';
import type { MessageFilesProps } from './message-files.js';
import { heightOfFiles } from './picture-size.js';

interface LazyMessageFilesProps extends Pick<MessageFilesProps, 'sent' | 'client'> {
  readonly files: readonly MessageFile[];
}

export function LazyMessageFiles({ files, sent, client }: LazyMessageFilesProps) {
  const part = useLazy(loadAttachments, files.length > 0);
  if (files.length === 0) return null;
  return part ? (
    <part.MessageFiles files={files} sent={sent} client={client} />
  ) : (
    <div style={{ height: `${heightOfFiles(files)}px` }} />
  );
}
