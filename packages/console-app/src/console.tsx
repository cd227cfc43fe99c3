/** What a member sees: the queue beside the open conversation, or the team. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { createConversationApi } from './api/conversation-api.js';
import { type Operator, ownOperator } from './api/operator-api.js';
import { sessions } from './api/workspace.js';
import { Conversation } from './conversation/conversation.js';
import { useOutbox } from './outbox/use-outbox.js';
import { BlockedContacts } from './queue/blocked-contacts.js';
import { Queue } from './queue/queue.js';
import { type QueueState, useQueue } from './queue/use-queue.js';
import { ProfileMenu } from './session/profile-menu.js';
import type { Me } from './session/use-session.js';
import { TeamPage } from './team/team-page.js';

interface ConsoleProps {
  readonly me: Me;
  /** `problem`: the session ended without being asked to. */
  readonly onLeave: (problem?: string) => void;
}

export function Console({ me, onLeave }: ConsoleProps) {
  const api = useMemo(createConversationApi, []);
  const queue = useQueue(api, () => onLeave('Your session has ended. Sign in again.'));
  const outbox = useOutbox(api, me.userId, queue.refresh);
  const [open, setOpen] = useState<string | null>(null);
  const [isTeam, setIsTeam] = useState(false);
  const queued = queue.conversations?.filter(({ handler }) => handler === 'queued').length ?? 0;
  document.title = queued > 0 ? `(${queued}) Console` : 'Console';
  const signOut = async (): Promise<void> => {
    await sessions.signOut();
    onLeave();
  };
  return (
    <div class="console" data-open={open !== null && !isTeam}>
      <header class="toolbar">
        <h1>Console</h1>
        <p role="status">{statusOf(queue, queued)}</p>
        <OwnProfile me={me} />
        <button type="button" class="secondary" aria-pressed={isTeam} onClick={() => setIsTeam((now) => !now)}>
          {isTeam ? 'Conversations' : 'Team'}
        </button>
        <button type="button" class="secondary" onClick={() => void signOut()}>
          Sign out
        </button>
      </header>
      {isTeam ? (
        <TeamPage me={me} />
      ) : (
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

function statusOf({ unreachable }: QueueState, queued: number): string {
  if (unreachable) return 'The server can’t be reached. Trying again…';
  return queued === 0 ? 'No one waiting' : `${queued} waiting`;
}

/** The person as visitors see them. Before it is known, or without an organization: the account's name. */
function OwnProfile({ me }: { readonly me: Me }) {
  const [operator, setOperator] = useState<Operator | null>(null);
  useEffect(() => {
    void ownOperator().then((result) => result.ok && setOperator(result.value.operator));
  }, []);
  if (!operator) return <span class="operator-name">{me.name}</span>;
  return <ProfileMenu operator={operator} onChange={setOperator} />;
}
