/** The sign-in page, or the queue beside the open conversation. */
import { useMemo, useState } from 'preact/hooks';
import { createConversationApi } from './api/conversation-api.js';
import { Conversation } from './conversation/conversation.js';
import { useOutbox } from './outbox/use-outbox.js';
import { BlockedContacts } from './queue/blocked-contacts.js';
import { Queue } from './queue/queue.js';
import { useQueue } from './queue/use-queue.js';
import { type Credentials, keyFromAddress, readCredentials, storeCredentials } from './session/credentials.js';
import { ProfileMenu } from './session/profile-menu.js';
import { SignIn } from './session/sign-in.js';

export function App() {
  const [givenKey] = useState(keyFromAddress);
  const [credentials, setCredentials] = useState(() => (givenKey === null ? readCredentials() : null));
  const [problem, setProblem] = useState<string | null>(null);
  const changeCredentials = (now: Credentials | null, reason: string | null = null): void => {
    storeCredentials(now);
    setProblem(reason);
    setCredentials(now);
  };
  if (!credentials) return <SignIn givenKey={givenKey ?? ''} problem={problem} onSignIn={changeCredentials} />;
  return (
    <Workspace
      credentials={credentials}
      onChange={changeCredentials}
      onLeave={(reason) => changeCredentials(null, reason)}
    />
  );
}

interface WorkspaceProps {
  readonly credentials: Credentials;
  readonly onChange: (now: Credentials) => void;
  readonly onLeave: (reason: string | null) => void;
}

function Workspace({ credentials, onChange, onLeave }: WorkspaceProps) {
  const { key, name, operator } = credentials;
  const api = useMemo(() => createConversationApi(key), [key]);
  const queue = useQueue(api, onLeave);
  const outbox = useOutbox(api, name, operator?.id, queue.refresh);
  const [open, setOpen] = useState<string | null>(null);
  const queued = queue.conversations?.filter(({ handler }) => handler === 'queued').length ?? 0;
  document.title = queued > 0 ? `(${queued}) Console` : 'Console';
  return (
    <div class="console" data-open={open !== null}>
      <header class="toolbar">
        <h1>Console</h1>
        <p role="status">
          {queue.unreachable
            ? 'The server can’t be reached. Trying again…'
            : queued === 0
              ? 'No one waiting'
              : `${queued} waiting`}
        </p>
        {operator ? (
          <ProfileMenu
            operatorKey={key}
            operator={operator}
            onChange={(now) => onChange({ ...credentials, operator: now })}
            onRemoved={() => onLeave(null)}
          />
        ) : (
          <span class="operator-name">{name}</span>
        )}
        <button type="button" class="secondary" onClick={() => onLeave(null)}>
          Sign out
        </button>
      </header>
      <Queue conversations={queue.conversations} open={open} onOpen={setOpen}>
        <BlockedContacts api={api} onOpen={setOpen} />
      </Queue>
      {open === null ? (
        <p class="empty-state">
          {(queue.conversations ?? []).length > 0 && 'Choose a conversation. The one waiting longest is at the top.'}
        </p>
      ) : (
        <Conversation
          key={open}
          id={open}
          author={{ name, ...(operator && { operator: operator.id }) }}
          api={api}
          outbox={outbox}
          onBack={() => setOpen(null)}
        />
      )}
    </div>
  );
}
