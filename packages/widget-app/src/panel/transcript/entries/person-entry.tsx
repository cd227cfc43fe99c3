/** A message of a person of the business. */
import type { PersonMessage } from '@service/embed-headless/core';
import { RichText } from '../../../content/rich-text.js';

export function PersonEntry({ message }: { readonly message: PersonMessage }) {
  return (
    <div class="bubble agent-bubble" dir="auto">
      <RichText text={message.text} citation={() => null} />
    </div>
  );
}
