/**
 * What the visitor has read, and since when entries are new. Read is what is at the end of an open panel in a visible tab.
 * The mark above the new ones stays until the visitor answers or leaves, so that they can still find the place.
 */
import type { ChatClient, ChatState } from '@service/embed-headless/core';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Returns the number in the log after which everything of others is new, or null: nothing is. */
export function useReadMarker(client: ChatClient, chat: ChatState, open: boolean, atEnd: boolean): number | null {
  const [visible, setVisible] = useState(document.visibilityState === 'visible');
  useEffect(() => {
    const look = (): void => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);

  const newSince = useRef<number | null>(null);
  const loaded = useRef(false);
  const seeing = open && visible && atEnd;
  const news = chat.unread > 0;
  const latestOwn = chat.timeline.findLast((entry) => entry.type === 'own');

  // What was there on arrival was not seen, although the panel is open and at its end.
  if (news && newSince.current === null && (!seeing || !loaded.current)) newSince.current = chat.readUpTo;
  if (chat.loaded) loaded.current = true;
  if (latestOwn?.delivery.state === 'sending') newSince.current = null;
  if (!open && !news) newSince.current = null;

  useEffect(() => {
    if (seeing && news) client.markRead();
  }, [client, seeing, news, chat.unread]);
  return newSince.current;
}
