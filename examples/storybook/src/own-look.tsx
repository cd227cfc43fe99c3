/** @jsxImportSource react */
/** A whole chat with a look of its own: this file and `own-look.css` are there to copy. */
import { type ChatClient, type SharedOptions, useChat } from '@service/embed-sdk/headless';
import { Chat, type RootOptions } from '@service/embed-sdk/ui';

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

type OwnLookProps = Omit<RootOptions, 'texts'> & ({ options: SharedOptions } | { client: ChatClient });

export function OwnLook(props: OwnLookProps) {
  return (
    <Chat.Root {...props} className="own-look">
      <Chat.Consent>
        <Conversations />
        <Chat.Connection />
        <Chat.Timeline empty={<p>Ask us anything.</p>} after={<Chat.JumpToLatest />} />
        <Chat.Typing />
        <Chat.Queue />
        <Chat.Composer draftKey="own-look" />
      </Chat.Consent>
    </Chat.Root>
  );
}
