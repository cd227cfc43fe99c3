/** A program asks for access. The person sees who asks, chooses a workspace and what it may do, and answers. */
import type { ShownRequest } from '@service/workspace-client';
import { useEffect, useState } from 'preact/hooks';
import { agents, messageOf } from '../../../api/workspace.js';
import type { Me } from '../../../session/use-session.js';
import { PermissionFields, permissionOf, READ_ONLY } from './permission-fields.js';
import { useChoices } from './use-choices.js';

/** The server puts it into a request that a person who is signed in has to answer. */
const TO_BE_ANSWERED = 'ba_pl';
/** What the server added to the program's own request. */
const ADDED = new Set(['sig', 'exp', TO_BE_ANSWERED, 'ba_iat', 'ba_param']);

/** Where the request began. Its signature is not asked for there: the server signs it anew. */
function beginning(request: string): string {
  const own = [...new URLSearchParams(request)].filter(([name]) => !ADDED.has(name));
  return `/api/auth/oauth2/authorize?${new URLSearchParams(own)}`;
}

interface ConnectPageProps {
  /** As it is in the address. */
  readonly request: string;
  readonly me: Me;
  readonly onLeave: () => void;
}

export function ConnectPage({ request, me, onLeave }: ConnectPageProps) {
  const [asked, setAsked] = useState<ShownRequest | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const hasSignedIn = !new URLSearchParams(request).has(TO_BE_ANSWERED);
  useEffect(() => {
    // It came before the person had signed in: now the server can ask them.
    if (hasSignedIn) return location.replace(beginning(request));
    void agents.readRequest(request).then((result) => {
      if (result.ok) setAsked(result.value);
      else setProblem(messageOf(result.error));
    });
  }, [request, hasSignedIn]);
  if (problem !== null)
    return (
      <main class="sign-in">
        <div class="card">
          <h1>Access</h1>
          <p role="alert">{problem}</p>
          <button type="button" class="primary" onClick={onLeave}>
            To the console
          </button>
        </div>
      </main>
    );
  if (!asked) return <main class="sign-in" aria-busy="true" />;
  return <Consent {...{ request, asked, me, onLeave }} />;
}

const SHARED: Readonly<Record<string, string>> = {
  profile: 'your name and picture',
  email: 'your email address, and whether it is confirmed',
};

function Consent({ request, asked, me }: ConnectPageProps & { readonly asked: ShownRequest }) {
  const mine = me.organizations.filter(({ role, approved, demo }) => role !== 'member' && approved && !demo);
  const { choices, problem: unread } = useChoices();
  const [orgId, setOrgId] = useState(mine[0]?.orgId ?? '');
  const [state, setState] = useState(READ_ONLY);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { isComplete, ...wanted } = permissionOf(state);
  const answer = async (isAllowed: boolean): Promise<void> => {
    setBusy(true);
    const result = await (isAllowed ? agents.allow(request, { orgId, ...wanted }) : agents.refuse(request));
    if (result.ok) return location.assign(result.value.url);
    setBusy(false);
    setProblem(messageOf(result.error));
  };
  const shared = asked.scopes.flatMap((scope) => SHARED[scope] ?? []);
  return (
    <main class="sign-in">
      <form
        class="permission"
        onSubmit={(event) => {
          event.preventDefault();
          void answer(true);
        }}
      >
        <h1>
          <bdi>{asked.clientName}</bdi> asks for access
        </h1>
        <p>
          It sends you to <strong>{asked.redirectHost}</strong> afterwards. <strong>Not verified:</strong> the program
          chose its name itself. Go on only if you have just started this yourself.
        </p>
        {mine.length === 0 && (
          <p role="alert">Only owners and admins of an organization may let an agent in. Ask one of them.</p>
        )}
        {mine.length > 0 && (
          <label>
            Workspace
            <select value={orgId} onChange={(event) => setOrgId(event.currentTarget.value)}>
              {mine.map((each) => (
                <option key={each.orgId} value={each.orgId}>
                  {each.name}
                </option>
              ))}
            </select>
          </label>
        )}
        {choices && mine.length > 0 && <PermissionFields {...{ choices, state }} onChange={setState} />}
        <p class="hint">
          It learns the id of your account{shared.length > 0 && `, ${shared.join(', ')}`}. Its access ends when you sign
          out, at the latest with your session; you can revoke it under Team.
        </p>
        {(problem ?? unread) && <p role="alert">{problem ?? unread}</p>}
        <div class="row">
          <button type="submit" class="primary" disabled={busy || !choices || !isComplete || mine.length === 0}>
            Allow
          </button>
          <button type="button" class="secondary" disabled={busy} onClick={() => void answer(false)}>
            Refuse
          </button>
        </div>
      </form>
    </main>
  );
}
