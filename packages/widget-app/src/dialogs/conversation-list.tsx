/** The visitor's conversations, the one with the latest message first. Each is a button that opens it. */
import type { ConversationSummary } from '@service/embed-headless/core';
import { useEffect } from 'preact/hooks';
import type { Texts } from '../i18n/texts.js';
import { useStore } from '../ui/use-store.js';
import { useTexts } from '../ui/use-texts.js';
import type { DialogProps } from './types.js';

export function ConversationList({ client, onClose }: DialogProps) {
  const texts = useTexts();
  const { conversations, loadingConversations, conversation, erasing } = useStore(client.subscribe, client.getState);
  useEffect(() => client.loadConversations(), []);
  const goTo = (id: string | null) => (): void => {
    if (id === null) client.newConversation();
    else client.openConversation(id);
    onClose();
  };
  return (
    <section aria-labelledby="conversations-title">
      <header class="dialog-header">
        <h3 id="conversations-title">{texts.conversations}</h3>
        <button type="button" class="text-button" data-initial-focus onClick={onClose}>
          {texts.back}
        </button>
      </header>
      <p role="status" class={conversations ? 'visually-hidden' : 'muted'}>
        {loadingConversations ? texts.connecting : ''}
      </p>
      {conversations?.length === 0 && <p class="muted">{texts.noConversations}</p>}
      <ul class="conversations">
        {(conversations ?? []).map((each) => (
          <li key={each.conversation}>
            <button
              type="button"
              aria-current={each.conversation === conversation ? 'true' : undefined}
              onClick={goTo(each.conversation)}
            >
              <span class="last-message" dir="auto">
                {each.text || texts.conversation}
              </span>
              <span class="conversation-details">
                {[when(each.at, texts), erasing.includes(each.conversation) ? texts.erasePending : stateOf(each, texts)]
                  .filter(Boolean)
                  .join(' · ')}
                {each.unread > 0 && <strong>{texts.unread(each.unread)}</strong>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <button type="button" class="outlined" onClick={goTo(null)}>
        {texts.startNew}
      </button>
    </section>
  );
}

function when(at: number, { locale }: Texts): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(locale, isToday ? { timeStyle: 'short' } : { dateStyle: 'medium' }).format(at);
}

function stateOf({ handler }: ConversationSummary, texts: Texts): string | null {
  switch (handler) {
    case 'queued':
      return texts.waitingForPerson;
    case 'human':
      return texts.withPerson;
    case 'closed':
      return texts.closed;
    case 'agent':
      return null;
  }
}
