/** What a member sees: the queue beside the open conversation, the team, or their own account. */
import { useMemo } from 'preact/hooks';
import { createConversationApi } from '../api/conversation-api.js';
import { sessions } from '../api/workspace.js';
import { Conversation } from '../conversation/conversation.js';
import { clearDrafts } from '../forms/use-draft.js';
import { useOutbox } from '../outbox/use-outbox.js';
import { BlockedContacts } from '../queue/blocked-contacts.js';
import { Queue } from '../queue/queue.js';
import { type QueueState, useQueue } from '../queue/use-queue.js';
import { useUnread } from '../queue/use-unread.js';
import { AccountPage } from '../session/account/account-page.js';
import type { Me } from '../session/use-session.js';
import { AgentsPage } from '../team/setup/ai-agents/agents-page.js';
import { KnowledgePage } from '../team/setup/knowledge/knowledge-page.js';
import { FirstSteps, organizationToSetUp } from '../team/setup/progress/first-steps.js';
import { TeamPage } from '../team/team-page.js';
import { conversationAt } from './address.js';
import { Bar } from './bar.js';
import { useAddress } from './use-address.js';
import { useOperator } from './use-operator.js';

interface ConsoleProps {
  readonly me: Me;
  /** What is known of the person has changed. */
  readonly onChange: () => void;
  readonly onLeave: () => void;
  /** Asked where a request was refused for want of a session. `problem`: shown where it has ended. */
  readonly hasEnded: (problem: string) => Promise<boolean>;
}

export function Console({ me, onChange, onLeave, hasEnded }: ConsoleProps) {
  const api = useMemo(createConversationApi, []);
  const queue = useQueue(api, () => hasEnded('Your session has ended. Sign in again.'));
  const outbox = useOutbox(api, me.userId, queue.refresh);
  const { address, orgId, go, forget } = useAddress();
  const { page } = address;
  const open = page === 'conversations' ? address.id : null;
  const unread = useUnread(queue.conversations, open);
  const { operator, setOperator } = useOperator();
  const ownId = operator?.id ?? null;
  const { waiting, unreadCount } = countsOf(queue, unread, ownId);
  const count = waiting + unreadCount;
  document.title = count > 0 ? `(${count}) Console` : 'Console';
  const signOut = async (): Promise<void> => {
    await sessions.signOut();
    clearDrafts();
    forget();
    onLeave();
  };
  // Suspended, or a member of nothing: the server says which. Their own account is still theirs.
  const shown = page !== 'account' && me.organizations.length === 0 && queue.refusal !== null ? null : page;
  const ofOrganization = { me, orgId, onOrganization: (chosen: string) => go({ page, orgId: chosen, id: null }) };
  return (
    <div class="console" data-open={open !== null}>
      <Bar
        {...{ me, operator, page, orgId }}
        status={statusOf(queue, waiting, unreadCount)}
        onOperator={setOperator}
        onAccount={() => go({ page: 'account', orgId: null, id: null })}
        onSignOut={() => void signOut()}
      />
      {shown === null && <p class="empty-state">{queue.refusal}</p>}
      {shown === 'knowledge' && <KnowledgePage {...ofOrganization} />}
      {shown === 'team' && <TeamPage {...ofOrganization} />}
      {shown === 'agents' && (
        <AgentsPage {...ofOrganization} open={address.id} onOpen={(of, id) => go({ page, orgId: of, id })} />
      )}
      {shown === 'account' && <AccountPage {...{ me, onChange }} onSignOut={() => void signOut()} />}
      {shown === 'conversations' && (
        <>
          <Queue conversations={queue.conversations} {...{ open, ownId, unread }}>
            <BlockedContacts api={api} />
          </Queue>
          {open === null ? (
            <NothingOpen {...{ me, queue }} />
          ) : (
            <Conversation key={open} id={open} {...{ api, outbox, ownId }} onBack={() => go(conversationAt(null))} />
          )}
        </>
      )}
    </div>
  );
}

function NothingOpen({ me, queue: { conversations, refusal } }: { readonly me: Me; readonly queue: QueueState }) {
  const orgId = organizationToSetUp(me);
  if (refusal === null && conversations?.length === 0 && orgId !== null) return <FirstSteps orgId={orgId} />;
  return (
    <p class="empty-state">
      {refusal ??
        (conversations && conversations.length > 0 && 'Choose a conversation. The one waiting longest is at the top.')}
    </p>
  );
}

/** A conversation that waits counts once, whether it was read or not. Those of colleagues are theirs to read. */
function countsOf({ conversations }: QueueState, unread: ReadonlySet<string>, ownId: string | null) {
  const all = conversations ?? [];
  return {
    waiting: all.filter(({ handler }) => handler === 'queued').length,
    unreadCount: all.filter(({ id, takenBy }) => takenBy?.id === ownId && unread.has(id)).length,
  };
}

function statusOf({ unreachable }: QueueState, waiting: number, unread: number): string {
  if (unreachable) return 'The server can’t be reached. Trying again…';
  const queue = waiting === 0 ? 'No one waiting' : `${waiting} waiting`;
  return unread === 0 ? queue : `${queue} · ${unread} unread`;
}
