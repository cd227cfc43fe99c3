/** A message of a person of the business, under their name. */
import type { PersonMessage } from '@service/embed-headless/core';
import { RichText } from '../../content/rich-text.js';
import { en } from '../../texts/en.js';

export function PersonEntry({ message }: { readonly message: PersonMessage }) {
  return (
    <>
      <p class="author">{message.author.name ?? en.assistant}</p>
      <div class="bubble agent-bubble">
        <RichText text={message.text} citation={() => null} />
      </div>
    </>
  );
}
