/** Who is here: the business's mark, the name, and who answers now. */
import type { ChatClient } from '@service/embed-headless/core';
import { responderOf } from '@service/embed-headless/people';
import type { JSX } from 'preact';
import { CloseIcon } from '../../ui/icons.js';
import { loadHandoff } from '../../ui/lazy.js';
import { Menu, type MenuItem } from '../../ui/menu.js';
import { useLazy } from '../../ui/use-lazy.js';
import { useStore } from '../../ui/use-store.js';
import { useTexts } from '../../ui/use-texts.js';
import { Logo } from './logo.js';

interface HeaderProps {
  readonly title: string;
  readonly agentTitle: string | null;
  readonly logoUrl: string | null;
  readonly client: ChatClient | null;
  /** The name stays for screen readers, because the dialog is called by it. */
  readonly hidden: boolean;
  readonly menu: readonly MenuItem[];
  readonly onClose: (() => void) | null;
}

export function Header({ title, agentTitle, logoUrl, client, hidden, menu, onClose }: HeaderProps) {
  const texts = useTexts();
  const mark = <Logo title={title} logoUrl={logoUrl} />;
  return (
    <header class={hidden ? 'visually-hidden' : 'header'}>
      {client ? <Face client={client} mark={mark} /> : mark}
      <div class="header-titles">
        <h2 id="panel-title" dir="auto">
          {title}
        </h2>
        <p dir="auto">
          {client ? <Answering client={client} agentTitle={agentTitle} /> : (agentTitle ?? texts.answersWithAi)}
        </p>
      </div>
      {menu.length > 0 && <Menu items={menu} />}
      {onClose && (
        <button type="button" class="icon close" aria-label={texts.closeChat} onClick={onClose}>
          <CloseIcon />
        </button>
      )}
    </header>
  );
}

/** The business's mark; and while a person answers, that person. */
function Face({ client, mark }: { readonly client: ChatClient; readonly mark: JSX.Element }) {
  const chat = useStore(client.subscribe, client.getState);
  const author = responderOf(chat);
  const people = useLazy(loadHandoff, author !== null);
  return author && people ? <people.HeaderPortrait author={author} timeline={chat.timeline} /> : mark;
}

/** Never pretends: an assistant is called one, and a person is named when one has come. */
function Answering({ client, agentTitle }: { readonly client: ChatClient; readonly agentTitle: string | null }) {
  const texts = useTexts();
  const chat = useStore(client.subscribe, client.getState);
  const name = responderOf(chat)?.name;
  switch (chat.handledBy) {
    case 'queued':
      return <>{texts.waitingForPerson}</>;
    case 'human':
      return <>{name ? texts.withNamedPerson(name) : texts.withPerson}</>;
    case 'closed':
      return <>{texts.closed}</>;
    case 'agent':
      return <>{agentTitle ?? texts.answersWithAi}</>;
  }
}
