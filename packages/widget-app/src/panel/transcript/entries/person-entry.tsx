/** A message of a person of the business. */
import type { ChatClient, PersonMessage } from '@service/embed-headless/core';
import { RichText } from '../../../content/rich-text.js';
import { PartsOf } from '../parts/parts-of.js';
import { FilesOf } from './files-of.js';

interface PersonEntryProps {
  readonly message: PersonMessage;
  readonly client: ChatClient;
  readonly onReply: ((text: string) => void) | null;
}

export function PersonEntry({ message, client, onReply }: PersonEntryProps) {
  return (
    <>
      {message.text !== '' && (
        <div class="bubble agent-bubble" dir="auto">
          <RichText text={message.text} citation={() => null} />
        </div>
      )}
      <FilesOf files={message.files} sent client={client} />
      <PartsOf parts={message.parts} onReply={onReply} seq={message.seq} client={client} />
    </>
  );
}
