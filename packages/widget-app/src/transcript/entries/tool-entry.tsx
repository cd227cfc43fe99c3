/** A call of one of the page's functions. Few conversations have any, so the code is loaded with the first. */
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
      // No network. The next rendering tries again.
      () => undefined,
    );
  }, [entry]);
  return Card && <Card entry={entry} client={client} />;
}
