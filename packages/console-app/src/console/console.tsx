/** What a member sees: the queue beside the open conversation, the team, or their own account. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { createConversationApi, type ListedConversation } from '../api/conversation-api.js';
import { sessions } from '../api/workspace.js';
import { Conversation } from '../conversation/conversation.js';
import { clearDrafts } from '../forms/use-draft.js';
import { useOutbox } from '../outbox/use-outbox.js';
import { BlockedContacts } from '../queue/blocked-contacts.js';
import { ConversationList } from '../queue/conversation-list.js';
import { useList } from '../queue/list/use-list.js';
import { useCalls } from '../queue/use-calls.js';
import { type QueueState, useQueue } from '../queue/use-queue.js';
import { useUnread } from '../queue/use-unread.js';
import { AccountPage } from '../session/account/account-page.js';
import type { Me } from '../session/use-session.js';
import type { OrganizationPageProps } from '../team/organization-choice.js';
import { AgentsPage } from '../team/setup/ai-agents/agents-page.js';
import { InboxesPage } from '../team/setup/inboxes/inboxes-page.js';
import { KnowledgePage } from '../team/setup/knowledge/knowledge-page.js';
import { FirstSteps, organizationToSetUp } from '../team/setup/progress/first-steps.js';
import { TeamPage } from '../team/team-page.js';
import { conversationAt, type ListChoice, type Page, QUEUE, queryOf, type View } from './address.js';
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

const ORGANIZATION_PAGES: { readonly [Name in Page]?: (props: OrganizationPageProps) => JSX.Element } = {
  inboxes: InboxesPage,
  knowledge: KnowledgePage,
  team: TeamPage,
};

export function Console({ me, onChange, onLeave, hasEnded }: ConsoleProps) {
  const api = useMemo(createConversationApi, []);
  const queue = useQueue(api, () => hasEnded('Your session has ended. Sign in again.'));
  const outbox = useOutbox(api, me.userId, queue.refresh);
  const { address, orgId, go, replace, forget } = useAddress();
  const { page } = address;
  const open = page === 'conversations' ? address.id : null;
  const choice = address.list ?? QUEUE;
  const list = useList(api, choice, queue);
  const unread = useUnread(followed(queue, list.loaded?.rows ?? []), open);
  const { operator, setOperator } = useOperator();
  const ownId = operator?.id ?? null;
  const calls = useCalls(queue.conversations, ownId);
  const { waiting, unreadCount } = countsOf(queue, unread, ownId);
  document.title = titleOf(waiting + unreadCount);
  const signOut = async (): Promise<void> => {
    await sessions.signOut();
    clearDrafts();
    forget();
    onLeave();
  };
  // Each letter of a search is no step of its own: Back leads to what was before it.
  const choose = (next: ListChoice): void => {
    const isTyping = next.words !== '' && choice.words !== '';
    (isTyping ? replace : go)(conversationAt(open, next));
  };
  // Suspended, or a member of nothing: the server says which. Their own account is still theirs.
  const shown = page !== 'account' && me.organizations.length === 0 && queue.refusal !== null ? null : page;
  const ofOrganization = { me, orgId, onOrganization: (chosen: string) => go({ page, orgId: chosen, id: null }) };
  const OrganizationPage = shown && ORGANIZATION_PAGES[shown];
  return (
    <div class="console" data-open={open !== null}>
      <Bar
        {...{ me, operator, calls, page, orgId }}
        status={statusOf(queue, waiting, unreadCount)}
        onOperator={setOperator}
        onAccount={() => go({ page: 'account', orgId: null, id: null })}
        onSignOut={() => void signOut()}
      />
      {shown === null && <p class="empty-state">{queue.refusal}</p>}
      {OrganizationPage && <OrganizationPage {...ofOrganization} />}
      {shown === 'agents' && (
        <AgentsPage {...ofOrganization} open={address.id} onOpen={(of, id) => go({ page, orgId: of, id })} />
      )}
      {shown === 'account' && <AccountPage {...{ me, onChange }} onSignOut={() => void signOut()} />}
      {shown === 'conversations' && (
        <>
          <ConversationList
            {...{ api, choice, list, open, ownId, unread }}
            counts={viewCounts(queue, waiting, ownId)}
            waiting={queue.conversations ?? []}
            onChoice={choose}
          >
            <BlockedContacts api={api} />
          </ConversationList>
          {open === null ? (
            <NothingOpen {...{ me, queue, choice }} />
          ) : (
            <Conversation
              key={open}
              id={open}
              {...{ api, outbox, ownId }}
              onBack={() => go(conversationAt(null, choice))}
            />
          )}
        </>
      )}
    </div>
  );
}

interface NothingOpenProps {
  readonly me: Me;
  readonly queue: QueueState;
  readonly choice: ListChoice;
}

function NothingOpen({ me, queue: { conversations, refusal }, choice }: NothingOpenProps) {
  const orgId = organizationToSetUp(me);
  const isQueue = queryOf(choice) === queryOf(QUEUE);
  if (isQueue && refusal === null && conversations?.length === 0 && orgId !== null) return <FirstSteps orgId={orgId} />;
  const hint = isQueue
    ? conversations && conversations.length > 0 && 'Choose a conversation. The one waiting longest is at the top.'
    : 'Choose a conversation.';
  return <p class="empty-state">{refusal ?? hint}</p>;
}

/** Those in which the team has words to read: the assistant’s and closed ones are no one’s. */
function followed(
  { conversations }: QueueState,
  rows: readonly ListedConversation[],
): readonly ListedConversation[] | null {
  const others = rows.filter(({ handler }) => handler === 'queued' || handler === 'human');
  return conversations && [...conversations, ...others];
}

/** Beside the names of the views, where there is any. */
function viewCounts({ conversations, isWhole }: QueueState, waiting: number, ownId: string | null) {
  const mine = (conversations ?? []).filter(({ takenBy }) => takenBy !== null && takenBy.id === ownId).length;
  return {
    ...(waiting > 0 && { queue: waiting >= 1_000 ? '999+' : `${waiting}` }),
    ...(mine > 0 && { mine: isWhole ? `${mine}` : `${mine}+` }),
  } satisfies Partial<Record<View, string>>;
}

/** A conversation that waits counts once, whether it was read or not. Those of colleagues are theirs to read. */
function countsOf({ conversations, counts }: QueueState, unread: ReadonlySet<string>, ownId: string | null) {
  const all = conversations ?? [];
  return {
    waiting: counts?.waiting ?? all.filter(({ handler }) => handler === 'queued').length,
    unreadCount: all.filter(({ id, takenBy }) => takenBy?.id === ownId && unread.has(id)).length,
  };
}

const titleOf = (count: number): string => (count > 0 ? `(${count}) Console` : 'Console');

function statusOf({ unreachable }: QueueState, waiting: number, unread: number): string {
  if (unreachable) return 'The server can’t be reached. Trying again…';
  const queue = waiting === 0 ? 'No one waiting' : `${waiting} waiting`;
  return unread === 0 ? queue : `${queue} · ${unread} unread`;
}
