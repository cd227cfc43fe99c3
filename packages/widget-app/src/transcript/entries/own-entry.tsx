/** A message of the visitor, with its delivery state. */
import type { ChatClient, OwnMessage } from '@service/embed-headless/core';
import { isBlank } from '@service/protocol';
import { LazyMessageFiles } from '../../attachments/lazy-message-files.js';
import { PlainText } from '../../content/plain-text.js';
import { useRovingTabIndex } from '../../content/roving-tabindex.js';
import { AlertIcon } from '../../ui/icons.js';
import { useTexts } from '../../ui/use-texts.js';

interface OwnEntryProps {
  readonly message: OwnMessage;
  readonly client: ChatClient;
  /** The delivery is shown under the newest message only; a failure under each. */
  readonly showDelivery: boolean;
  readonly onRetry: () => void;
  readonly onDiscard: () => void;
}

export function OwnEntry({ message, client, showDelivery, onRetry, onDiscard }: OwnEntryProps) {
  const texts = useTexts();
  const tabIndex = useRovingTabIndex();
  const { delivery } = message;
  return (
    <>
      {!isBlank(message.text) && (
        <div class={`bubble own-bubble ${delivery.state}`} dir="auto">
          <PlainText text={message.text} />
        </div>
      )}
      <LazyMessageFiles files={message.files} sent={message.seq !== null} client={client} />
      {delivery.state === 'failed' ? (
        <div class="delivery-failure">
          <AlertIcon />
          <span>{texts.failed(delivery.code, delivery.message)}</span>
          <button type="button" class="text-button" tabIndex={tabIndex} onClick={onRetry}>
            {texts.retry}
          </button>
          <button type="button" class="text-button" tabIndex={tabIndex} onClick={onDiscard}>
            {texts.discard}
          </button>
        </div>
      ) : (
        showDelivery && <p class="delivery">{texts[delivery.state]}</p>
      )}
    </>
  );
}
