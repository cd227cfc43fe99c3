/** @jsxImportSource react */
/** A whole chat with a look of its own: what a customer writes. */
import type { SharedOptions } from '@service/embed-headless/react';
import { useChat } from '@service/embed-headless/react';
import { Chat, type ChatComponents, type RootOptions } from '@service/embed-ui';

/** Several conversations: the list, and a new one. */
function Conversations() {
  const { conversations, conversation, loadConversations, openConversation, newConversation } = useChat();
  return (
    <nav aria-label="Conversations">
      <button type="button" onClick={loadConversations}>
        Earlier conversations
      </button>
      <button type="button" onClick={newConversation}>
        New conversation
      </button>
      <ul>
        {conversations?.map(({ conversation: id, text }) => (
          <li key={id}>
            <button type="button" aria-current={id === conversation} onClick={() => openConversation(id)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function OwnLook({
  options,
  theme,
  components,
}: { options: SharedOptions; components?: Partial<ChatComponents> } & Pick<RootOptions, 'theme'>) {
  return (
    <Chat.Root options={options} theme={theme} components={components} className="own-look">
      <Chat.Consent>
        <Conversations />
        <Chat.Connection />
        <Chat.Timeline after={<Chat.JumpToLatest />} />
        <Chat.Typing />
        <Chat.Queue />
        <Chat.Composer draftKey="own-look" />
      </Chat.Consent>
    </Chat.Root>
  );
}
