/** Who is here: the business's mark, the name, and who answers now. */
import type { ChatClient, TimelineEntry } from '@service/embed-headless/core';
import type { Texts } from '../texts/texts.js';
import { useTexts } from '../texts/use-texts.js';
import { CloseIcon } from './icons.js';
import { Mark } from './mark.js';
import { Menu, type MenuItem } from './menu.js';
import { useStore } from './use-store.js';

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
  return (
    <header class={hidden ? 'visually-hidden' : 'header'}>
      <Mark title={title} logoUrl={logoUrl} />
      <div class="who">
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

/** Never pretends: an assistant is called one, and a person is named when one has come. */
function Answering({ client, agentTitle }: { readonly client: ChatClient; readonly agentTitle: string | null }) {
  const texts = useTexts();
  const { handledBy, timeline } = useStore(client.subscribe, client.getState);
  switch (handledBy) {
    case 'queued':
      return <>{texts.waitingForPerson}</>;
    case 'human':
      return <>{personIn(timeline, texts)}</>;
    case 'closed':
      return <>{texts.closed}</>;
    case 'agent':
      return <>{agentTitle ?? texts.answersWithAi}</>;
  }
}

/** By the name that they came or wrote under last. */
function personIn(timeline: readonly TimelineEntry[], texts: Texts): string {
  const latest = timeline.findLast(
    (entry) => entry.type === 'person' || (entry.type === 'notice' && entry.notice === 'handoff-accepted'),
  );
  const name = latest?.type === 'person' ? latest.author.name : latest?.type === 'notice' ? latest.by.name : null;
  return name ? texts.withNamedPerson(name) : texts.withPerson;
}
