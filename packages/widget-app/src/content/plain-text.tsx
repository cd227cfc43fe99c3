import { textWithLinks } from '@service/content';
import { ContentNodes } from './content-nodes.js';

/** A visitor's message as written, with links. */
export function PlainText({ text }: { readonly text: string }) {
  return (
    <p class="plain-text">
      <ContentNodes nodes={textWithLinks(text)} citation={() => null} />
    </p>
  );
}
