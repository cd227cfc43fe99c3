/** Messages that the client has not taken over yet. Shown like messages being sent, so that the visitor doesn't repeat them. */
import { useTexts } from '../../ui/use-texts.js';
import type { UnsentMessage } from '../state.js';

export function UnsentMessages({ messages }: { readonly messages: readonly UnsentMessage[] }) {
  const texts = useTexts();
  if (messages.length === 0) return null;
  return (
    <div class="chunk">
      {messages.map(({ clientId, text }, i) => (
        <div key={clientId ?? `${i} ${text}`} class="entry own">
          <p class="bubble own-bubble plain-text sending" dir="auto">
            {text}
          </p>
          {i === messages.length - 1 && <p class="delivery">{texts.sending}</p>}
        </div>
      ))}
    </div>
  );
}
