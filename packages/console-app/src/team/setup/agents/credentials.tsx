/** Credentials of programs that work in the workspace: issued here, shown once, and revoked. Those that are listed are the account's own. */
import type { ListedCredential } from '@service/workspace-client';
import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { agents, messageOf } from '../../../api/workspace.js';
import { dayOf } from '../../../content/time.js';
import { TwoClickButton } from '../../../forms/two-click-button.js';
import { OnceShown } from '../../once-shown.js';
import { PermissionFields, permissionOf, READ_ONLY } from './permission-fields.js';
import { useChoices } from './use-choices.js';

export function Credentials({ orgId }: { readonly orgId: string }) {
  const [items, setItems] = useState<readonly ListedCredential[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [issued, setIssued] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const read = async (): Promise<void> => {
    const result = await agents.list();
    if (result.ok) setItems(result.value.filter(({ metadata }) => metadata?.orgId === orgId));
    else setProblem(messageOf(result.error));
  };
  // Another organization is another page: what was shown of a secret is gone with it. It is not revoked.
  useEffect(() => void read(), [orgId]);
  return (
    <section class="credentials" aria-labelledby="credentials">
      <h2 id="credentials">Agent credentials</h2>
      <p class="hint">
        A credential lets a program such as Claude Code or Cursor work in this workspace in your name. It does what it
        covers and what you may do, nothing else.{' '}
        <a href="/api/agents/guide" target="_blank" rel="noopener">
          What these programs read
        </a>
      </p>
      {problem && <p role="alert">{problem}</p>}
      <ul class="rows">
        {items.map((item) => (
          <CredentialRow key={item.id} item={item} onRevoked={read} onProblem={setProblem} />
        ))}
      </ul>
      {issued !== null && <OnceShown label="The new credential." secret={issued} onClose={() => setIssued(null)} />}
      {issued !== null && (
        <p class="hint">
          Done clears it from this page, and so does leaving the page or choosing another organization. It is not
          revoked by that: revoke it in the list above.
        </p>
      )}
      {isOpen ? (
        <IssueForm
          orgId={orgId}
          onClose={() => setOpen(false)}
          onIssued={(key) => {
            setOpen(false);
            setIssued(key);
            void read();
          }}
          onUnclear={read}
        />
      ) : (
        <button type="button" class="secondary" onClick={() => setOpen(true)}>
          Issue a credential
        </button>
      )}
    </section>
  );
}

interface IssueFormProps {
  readonly orgId: string;
  readonly onClose: () => void;
  readonly onIssued: (key: string) => void;
  /** No answer came. One may have been issued all the same: look before you try again. */
  readonly onUnclear: () => Promise<void>;
}

function IssueForm({ orgId, onClose, onIssued, onUnclear }: IssueFormProps) {
  const { choices, problem: unread } = useChoices();
  const [state, setState] = useState(READ_ONLY);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { isComplete, ...wanted } = permissionOf(state);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    setBusy(true);
    const result = await agents.issue(name, { orgId, ...wanted });
    setBusy(false);
    if (result.ok) return onIssued(result.value.key);
    if (result.error.code !== 'UNREACHABLE') return setProblem(messageOf(result.error));
    await onUnclear();
    setProblem(
      'No answer came. If the list above has a new credential of this name, revoke it; then issue another one.',
    );
  };
  return (
    <form class="permission" aria-label="Issue a credential" onSubmit={submit}>
      <label>
        Name
        <input name="name" required maxLength={32} placeholder="Claude Code on my laptop" />
      </label>
      {choices && <PermissionFields {...{ choices, state }} onChange={setState} />}
      {(problem ?? unread) && <p role="alert">{problem ?? unread}</p>}
      <p class="hint">By issuing it you let the program work here in your name, for the time that you chose.</p>
      <div class="row">
        <button type="submit" class="primary" disabled={busy || !choices || !isComplete}>
          Allow and issue
        </button>
        <button type="button" class="secondary" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}

interface CredentialRowProps {
  readonly item: ListedCredential;
  readonly onRevoked: () => Promise<void>;
  readonly onProblem: (problem: string) => void;
}

function CredentialRow({ item, onRevoked, onProblem }: CredentialRowProps) {
  const { id, name, start, metadata, expiresAt, lastRequest } = item;
  const revoke = async (): Promise<void> => {
    const result = await agents.revoke(id);
    if (!result.ok) onProblem(messageOf(result.error));
    await onRevoked();
  };
  return (
    <li>
      <p>
        <strong>{name}</strong>
        <span class="hint">
          {start}… · {metadata?.mode === 'write' ? 'what you chose' : 'read only'}
          {expiresAt !== null && ` · until ${dayOf(Date.parse(expiresAt))}`} ·{' '}
          {lastRequest === null ? 'never used' : `last used ${dayOf(Date.parse(lastRequest))}`}
        </span>
      </p>
      <TwoClickButton label="Revoke" question="Revoke it now?" onConfirm={revoke} />
    </li>
  );
}
