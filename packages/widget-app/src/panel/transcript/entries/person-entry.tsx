/** A message of a person of the business, under their name. */
import type { PersonMessage } from '@service/embed-headless/core';
import { RichText } from '../../content/rich-text.js';
import { useTexts } from '../../texts/use-texts.js';

export function PersonEntry({ message }: { readonly message: PersonMessage }) {
  const texts = useTexts();
  return (
    <>
      <p class="author">{message.author.name ?? texts.assistant}</p>
      <div class="bubble agent-bubble">
        <RichText text={message.text} citation={() => null} />
      </div>
    </>
  );
}
