'use client';
import type { ChatClient, MessageFile, TimelineEntry } from '@service/embed-headless/core';
import { useEffect, useRef, useState } from 'react';

type Links = Readonly<Record<string, { readonly url: string; readonly expiresAt: number }>>;
const NONE: Links = {};

/** Addresses of the files in the log, requested as their messages come in. A file that is not in the log is shown from memory. */
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
    let isMounted = true;
    for (const id of wanted.split(',')) {
      if (id === '' || requested.current.has(id)) continue;
      requested.current.add(id);
      void client.getAttachmentLink(id).then((link) => {
        // Without a session there is none: it is requested again with the next message.
        if (!link) return requested.current.delete(id);
        if (isMounted) setLinks((known) => ({ ...known, [id]: link }));
      });
    }
    return () => {
      isMounted = false;
    };
  }, [client, wanted]);
  return ({ id }) => links[id]?.url;
}
