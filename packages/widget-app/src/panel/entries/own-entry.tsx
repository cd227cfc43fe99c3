/** A message of the visitor, with where it is on its way. */
import type { OwnMessage } from '@service/embed-headless/core';
import { PlainText } from '../../content/plain-text.js';
import { en } from '../../texts/en.js';
import { AlertIcon } from '../icons.js';

interface OwnEntryProps {
  readonly message: OwnMessage;
  /** "Sent" stands under the newest message only; trouble stands wherever it is. */
  readonly showDelivery: boolean;
  readonly onRetry: () => void;
  readonly onDiscard: () => void;
}

export function OwnEntry({ message, showDelivery, onRetry, onDiscard }: OwnEntryProps) {
  const { delivery } = message;
  return (
    <>
      <span class="visually-hidden">{en.you}:</span>
      <div class={`bubble own-bubble ${delivery.state}`}>
        <PlainText text={message.text} />
      </div>
      {delivery.state === 'failed' ? (
        <div class="trouble">
          <AlertIcon />
          <span>
            {en.failed} {delivery.message}
          </span>
          <button type="button" class="quiet" onClick={onRetry}>
            {en.retry}
          </button>
          <button type="button" class="quiet" onClick={onDiscard}>
            {en.discard}
          </button>
        </div>
      ) : (
        showDelivery && <p class="delivery">{delivery.state === 'sent' ? en.sent : en.sending}</p>
      )}
    </>
  );
}
