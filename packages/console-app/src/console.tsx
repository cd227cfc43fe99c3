/** What a member sees: the queue beside the open conversation, the team, or their own account. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { createConversationApi } from './api/conversation-api.js';
import { type Operator, ownOperator } from './api/operator-api.js';
import { sessions } from './api/workspace.js';
import { Conversation } from './conversation/conversation.js';
import { clearDrafts, DraftAccount } from './forms/use-draft.js';
import { useOutbox } from './outbox/use-outbox.js';
import { BlockedContacts } from './queue/blocked-contacts.js';
import { Queue } from './queue/queue.js';
import { type QueueState, useQueue } from './queue/use-queue.js';
import { AccountPage } from './session/account/account-page.js';
import { ProfileMenu } from './session/profile-menu.js';
import type { Me } from './session/use-session.js';
import { AgentsPage } from './team/setup/ai-agents/agents-page.js';
import { KnowledgePage } from './team/setup/knowledge/knowledge-page.js';
import { TeamPage } from './team/team-page.js';

interface ConsoleProps {
  readonly me: Me;
  /** What is known of the person has changed. */
  readonly onChange: () => void;
  readonly onLeave: () => void;
  /** Asked where a request was refused for want of a session. `problem`: shown where it has ended. */
  readonly hasEnded: (problem: string) => Promise<boolean>;
}

type Place = 'conversations' | 'agents' | 'knowledge' | 'team' | 'account';

export function Console({ me, onChange, onLeave, hasEnded }: ConsoleProps) {
  const api = useMemo(createConversationApi, []);
  const queue = useQueue(api, () => hasEnded('Your session has ended. Sign in again.'));
  const outbox = useOutbox(api, me.userId, queue.refresh);
  const [open, setOpen] = useState<string | null>(null);
  const [place, setPlace] = useState<Place>('conversations');
  const queued = queue.conversations?.filter(({ handler }) => handler === 'queued').length ?? 0;
  document.title = queued > 0 ? `(${queued}) Console` : 'Console';
  const signOut = async (): Promise<void> => {
    await sessions.signOut();
    clearDrafts();
    onLeave();
  };
  return (
    <div class="console" data-open={open !== null && place === 'conversations'}>
      <header class="toolbar">
        <h1>Console</h1>
        <p role="status">{statusOf(queue, queued)}</p>
        {/* An element of its own: what comes into it later must not move the buttons, or a click on one of them is lost. */}
        <div class="own-profile">
          <OwnProfile me={me} onAccount={() => setPlace('account')} />
        </div>
        {place !== 'conversations' && <GoTo place="conversations" onGo={setPlace} />}
        {place !== 'knowledge' && <GoTo place="knowledge" onGo={setPlace} />}
        {place !== 'agents' && <GoTo place="agents" onGo={setPlace} />}
        {place !== 'team' && <GoTo place="team" onGo={setPlace} />}
        <button type="button" class="secondary" onClick={() => void signOut()}>
          Sign out
        </button>
      </header>
      {place === 'knowledge' && <KnowledgePage me={me} />}
      {place === 'team' && <TeamPage me={me} />}
      {place === 'agents' && <AgentsPage me={me} />}
      {place === 'account' && <AccountPage {...{ me, onChange }} onSignOut={() => void signOut()} />}
      {place === 'conversations' && (
        <>
          <Queue conversations={queue.conversations} open={open} onOpen={setOpen}>
            <BlockedContacts api={api} onOpen={setOpen} />
          </Queue>
          {open === null ? (
            <p class="empty-state">
              {queue.refusal ??
                ((queue.conversations ?? []).length > 0 &&
                  'Choose a conversation. The one waiting longest is at the top.')}
            </p>
          ) : (
            <Conversation key={open} id={open} api={api} outbox={outbox} onBack={() => setOpen(null)} />
          )}
        </>
      )}
    </div>
  );
}

const NAMES: Readonly<Record<Exclude<Place, 'account'>, string>> = {
  conversations: 'Conversations',
  knowledge: 'Knowledge',
  agents: 'AI agents',
  team: 'Team',
};

interface GoToProps {
  readonly place: keyof typeof NAMES;
  readonly onGo: (place: Place) => void;
}

const GoTo = ({ place, onGo }: GoToProps) => (
  <button type="button" class="secondary" onClick={() => onGo(place)}>
    {NAMES[place]}
  </button>
);

function statusOf({ unreachable }: QueueState, queued: number): string {
  if (unreachable) return 'The server can’t be reached. Trying again…';
  return queued === 0 ? 'No one waiting' : `${queued} waiting`;
}

/** The person as visitors see them, with a menu. Without an organization: the way to the account alone. */
function OwnProfile({ me, onAccount }: { readonly me: Me; readonly onAccount: () => void }) {
  /** Undefined: not answered yet. Null: no organization, so visitors see nothing of this person. */
  const [operator, setOperator] = useState<Operator | null | undefined>(undefined);
  useEffect(() => {
    void ownOperator().then((result) => setOperator(result.ok ? result.value.operator : null));
  }, []);
  if (operator === undefined) return <span class="operator-name">{me.name}</span>;
  if (operator) return <ProfileMenu operator={operator} onChange={setOperator} onAccount={onAccount} />;
  return (
    <button type="button" class="secondary operator-name" title="Your account" onClick={onAccount}>
      <span>{me.name}</span>
    </button>
  );
}
