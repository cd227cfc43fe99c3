/** The header: the business's logo and name, and who answers now. */
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
  /** The title stays for screen readers: it is the name of the dialog. */
  readonly hidden: boolean;
  readonly menu: readonly MenuItem[];
  readonly onClose: (() => void) | null;
}

export function Header({ title, agentTitle, logoUrl, client, hidden, menu, onClose }: HeaderProps) {
  const texts = useTexts();
  const logo = <Logo title={title} logoUrl={logoUrl} />;
  return (
    <header class={hidden ? 'visually-hidden' : 'header'}>
      {client ? <Avatar client={client} logo={logo} /> : logo}
      <div class="header-titles">
        <h2 id="panel-title" dir="auto">
          {title}
        </h2>
        <p dir="auto">
          {client ? <Responder client={client} agentTitle={agentTitle} /> : (agentTitle ?? texts.answersWithAi)}
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

/** The business's logo, or the portrait of the person who answers. */
function Avatar({ client, logo }: { readonly client: ChatClient; readonly logo: JSX.Element }) {
  const chat = useStore(client.subscribe, client.getState);
  const author = responderOf(chat);
  const people = useLazy(loadHandoff, author !== null);
  return author && people ? <people.HeaderPortrait author={author} timeline={chat.timeline} /> : logo;
}

/** An assistant is always named as one; a person is named when they have joined. */
function Responder({ client, agentTitle }: { readonly client: ChatClient; readonly agentTitle: string | null }) {
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
