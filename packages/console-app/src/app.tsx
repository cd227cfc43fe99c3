/** Signed in or not; and then the queue beside the conversation that is open. */
import { useMemo, useState } from 'preact/hooks';
import { Conversation } from './conversation.js';
import { type Credentials, keepCredentials, keptCredentials, keyFromAddress } from './credentials.js';
import { openDesk } from './desk.js';
import { OwnPicture } from './own-picture.js';
import { Queue } from './queue.js';
import { SignIn } from './sign-in.js';
import { useTray } from './use-tray.js';
import { useWaiting } from './use-waiting.js';

export function App() {
  const [givenKey] = useState(keyFromAddress);
  const [credentials, set] = useState(() => (givenKey === null ? keptCredentials() : null));
  const [problem, setProblem] = useState<string | null>(null);
  const become = (now: Credentials | null, why: string | null = null): void => {
    keepCredentials(now);
    setProblem(why);
    set(now);
  };
  if (!credentials) return <SignIn givenKey={givenKey ?? ''} problem={problem} onSignIn={become} />;
  return <AtTheDesk credentials={credentials} onChange={become} onLeave={(why) => become(null, why)} />;
}

interface AtTheDeskProps {
  readonly credentials: Credentials;
  readonly onChange: (now: Credentials) => void;
  readonly onLeave: (why: string | null) => void;
}

function AtTheDesk({ credentials, onChange, onLeave }: AtTheDeskProps) {
  const { key, name, operator } = credentials;
  const desk = useMemo(() => openDesk(key), [key]);
  const waiting = useWaiting(desk, onLeave);
  const tray = useTray(desk, name, operator?.id, waiting.look);
  const [open, setOpen] = useState<string | null>(null);
  const queued = waiting.conversations?.filter(({ handler }) => handler === 'queued').length ?? 0;
  document.title = queued > 0 ? `(${queued}) Console` : 'Console';
  return (
    <div class="console" data-open={open !== null}>
      <header class="bar">
        <h1>Console</h1>
        <p role="status">
          {waiting.away
            ? 'The server can’t be reached. Trying again …'
            : queued === 0
              ? 'Nobody waits'
              : `${queued} waiting`}
        </p>
        {operator ? (
          <OwnPicture
            keyOfDesk={key}
            operator={operator}
            onChange={(now) => onChange({ ...credentials, operator: now })}
            onRemoved={() => onLeave(null)}
          />
        ) : (
          <span class="who">{name}</span>
        )}
        <button type="button" class="quiet" onClick={() => onLeave(null)}>
          Sign out
        </button>
      </header>
      <Queue conversations={waiting.conversations} open={open} onOpen={setOpen} />
      {open === null ? (
        <p class="nothing">
          {(waiting.conversations ?? []).length > 0 &&
            'Choose a conversation on the left. The longest waiting stands first.'}
        </p>
      ) : (
        <Conversation
          key={open}
          id={open}
          who={{ name, ...(operator && { operator: operator.id }) }}
          desk={desk}
          tray={tray}
          onBack={() => setOpen(null)}
        />
      )}
    </div>
  );
}
