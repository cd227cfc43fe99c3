import { textWithLinks } from '@service/content';
import { useMemo } from 'preact/hooks';
import { ContentNodes } from './content-nodes.js';

/** A visitor's message as written, with links. */
export function PlainText({ text }: { readonly text: string }) {
  const nodes = useMemo(() => textWithLinks(text), [text]);
  return (
    <p>
      <ContentNodes nodes={nodes} />
    </p>
  );
}
