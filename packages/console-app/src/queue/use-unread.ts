/** Which conversations have words of their visitors that no one of the team has seen. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ListedConversation } from '../api/conversation-api.js';

type Listed = Pick<ListedConversation, 'id' | 'seen' | 'preview'>;

/** The numbers of the visitors' latest words when the person left the tab; null: they look at it. */
export type SinceLeft = ReadonlyMap<string, number> | null;

/** The open conversation counts as seen for the server, also in a tab that no one looks at. */
export function isUnread({ id, seen, preview }: Listed, open: string | null, left: SinceLeft): boolean {
  if (!preview) return false;
  return id === open ? preview.seq > (left?.get(id) ?? preview.seq) : preview.seq > seen;
}

/** The ids of those that have unread words. */
export function useUnread(conversations: readonly Listed[] | null, open: string | null): ReadonlySet<string> {
  const [left, setLeft] = useState<SinceLeft>(null);
  const now = useRef(conversations);
  now.current = conversations;
  useEffect(() => {
    const look = (): void =>
      setLeft(
        document.hidden ? new Map(now.current?.map(({ id, preview }) => [id, preview?.seq ?? 0] as const)) : null,
      );
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return new Set(conversations?.filter((each) => isUnread(each, open, left)).map(({ id }) => id));
}
