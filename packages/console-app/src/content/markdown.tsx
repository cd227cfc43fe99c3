import { parseMarkdown } from '@service/content/markdown';
import { useMemo } from 'preact/hooks';
import { ContentNodes } from './content-nodes.js';

/** Markdown of an answer or a person, under the same link policy as in the visitor's widget. */
export function Markdown({ text }: { readonly text: string }) {
  const nodes = useMemo(() => parseMarkdown(text), [text]);
  return (
    <div class="content">
      <ContentNodes nodes={nodes} />
    </div>
  );
}
