'use client';
import type { ChatClient, MessageFile, TimelineEntry } from '@service/embed-headless/core';
import { useCallback, useEffect, useRef, useState } from 'react';

type Links = Readonly<Record<string, string>>;
const NONE: Links = {};

/**
 * The address of a file in the log, requested as its message comes in; the same function until there is another address. A file that
 * is not in the log is shown from memory.
 */
export function useFileLinks(
  client: ChatClient,
  timeline: readonly TimelineEntry[],
): (file: MessageFile) => string | undefined {
  const [links, setLinks] = useState(NONE);
  const requested = useRef(new Set<string>());
  const wanted = timeline
    .flatMap((entry) => ('files' in entry && entry.seq !== null ? entry.files : []))
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    for (const id of wanted.split(',')) {
      if (id === '' || requested.current.has(id)) continue;
      requested.current.add(id);
      void client.getAttachmentLink(id).then((link) => {
        // Without a session there is none: it is requested again with the next message.
        if (link) setLinks((known) => ({ ...known, [id]: link.url }));
        else requested.current.delete(id);
      });
    }
  }, [client, wanted]);
  return useCallback(({ id }) => links[id], [links]);
}
