/**
 * Which entries the visitor has read, and from where on entries are new. An entry is read when the end of the transcript is in
 * view, in an open panel and a visible tab. The divider above new entries stays until the visitor answers or leaves.
 */
import type { ChatClient, ChatState } from '@service/embed-headless/core';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Returns the number in the log after which all entries of others are new; null when none is. */
export function useReadMarker(client: ChatClient, chat: ChatState, open: boolean, atEnd: boolean): number | null {
  const [visible, setVisible] = useState(document.visibilityState === 'visible');
  useEffect(() => {
    const update = (): void => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);

  const newSince = useRef<number | null>(null);
  const loaded = useRef(false);
  const isSeen = open && visible && atEnd;
  const hasNew = chat.unread > 0;
  const latestOwn = chat.timeline.findLast((entry) => entry.type === 'own');

  // Messages from before the page was opened count as unseen, even if the panel is open and at its end.
  if (hasNew && newSince.current === null && (!isSeen || !loaded.current)) newSince.current = chat.readUpTo;
  if (chat.loaded) loaded.current = true;
  if (latestOwn?.delivery.state === 'sending') newSince.current = null;
  if (!open && !hasNew) newSince.current = null;

  useEffect(() => {
    if (isSeen && hasNew) client.markRead();
  }, [client, isSeen, hasNew, chat.unread]);
  return newSince.current;
}
