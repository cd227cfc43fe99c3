/** A call of one of the page's functions. What it looks like is fetched with the first one: few conversations have any. */
import type { ToolEntry as Call, ChatClient } from '@service/embed-headless/core';
import { useEffect, useState } from 'preact/hooks';

type Card = typeof import('../../client-tools/tool-card.js')['ToolCard'];

let fetched: Card | null = null;

export function ToolEntry({ entry, client }: { readonly entry: Call; readonly client: ChatClient }) {
  const [Card, setCard] = useState<Card | null>(() => fetched);
  useEffect(() => {
    if (Card) return;
    import('../../client-tools/tool-card.js').then(
      ({ ToolCard }) => {
        fetched = ToolCard;
        setCard(() => ToolCard);
      },
      // Without a network; the next time it is drawn it is tried again.
      () => undefined,
    );
  }, [entry]);
  return Card && <Card entry={entry} client={client} />;
}
