/** A message of a person of the business. */
import type { ChatClient, PersonMessage } from '@service/embed-headless/core';
import { isBlank } from '@service/protocol';
import { LazyMessageFiles } from '../../attachments/lazy-message-files.js';
import { RichText } from '../../content/rich-text.js';
import { LazyMessageParts } from '../message-parts/lazy-message-parts.js';

interface PersonEntryProps {
  readonly message: PersonMessage;
  readonly client: ChatClient;
  readonly onReply: ((text: string) => void) | null;
}

export function PersonEntry({ message, client, onReply }: PersonEntryProps) {
  return (
    <>
      {!isBlank(message.text) && (
        <div class="bubble agent-bubble" dir="auto">
          <RichText text={message.text} citation={() => null} />
        </div>
      )}
      <LazyMessageFiles files={message.files} sent client={client} />
      <LazyMessageParts parts={message.parts} onReply={onReply} seq={message.seq} client={client} />
    </>
  );
}
