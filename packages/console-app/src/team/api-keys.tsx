/** The organization's keys, for backends of its own. */
import type { Outputs } from '@service/workspace-client';
import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { dayOf } from '../content/time.js';
import { TwoClickButton } from '../forms/two-click-button.js';
import { OnceShown } from './once-shown.js';
import { type Change, useAnswer, useChange } from './use-answer.js';

type Key = Outputs['apiKeys.list']['items'][number];

export function ApiKeys({ orgId }: { readonly orgId: string }) {
  const { value, problem, refresh } = useAnswer('apiKeys.list', { orgId });
  const [issued, setIssued] = useState<string | null>(null);
  const change = useChange();
  const issue = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const scopes: ('read' | 'write')[] = fields.get('scopes') === 'read' ? ['read'] : ['read', 'write'];
    const key = await change.run('apiKeys.create', { orgId, name: String(fields.get('name')).trim(), scopes });
    if (!key) return;
    form.reset();
    setIssued(key.key);
    refresh();
  };
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      <p class="hint">
        For a backend of yours: it sends the key as <code>X-API-Key</code>.{' '}
        {/* In this tab, a key that was just issued would be lost. */}
        <a href="/api/docs" target="_blank" rel="noopener">
          What it can call
        </a>
      </p>
      {(problem ?? change.problem) && <p role="alert">{problem ?? change.problem}</p>}
      <ul class="rows">
        {value?.items.map((key) => (
          <KeyRow key={key.keyId} {...{ orgId, change }} row={key} onRevoked={refresh} />
        ))}
      </ul>
      <form class="row" aria-label="Issue a key" onSubmit={issue}>
        <label>
          Name
          <input name="name" required maxLength={32} placeholder="Help desk" />
        </label>
        <label class="short">
          What it may do
          <select name="scopes">
            <option value="write">Read and write</option>
            <option value="read">Read only</option>
          </select>
        </label>
        <button type="submit" class="primary" disabled={change.busy}>
          Issue a key
        </button>
      </form>
      {issued && <OnceShown label="The new key." secret={issued} onClose={() => setIssued(null)} />}
    </section>
  );
}

interface KeyRowProps {
  readonly orgId: string;
  readonly row: Key;
  readonly change: Change;
  readonly onRevoked: () => void;
}

function KeyRow({ orgId, row, change, onRevoked }: KeyRowProps) {
  const { keyId, name, start, scopes, createdAt, lastUsedAt } = row;
  const revoke = async (): Promise<void> => {
    if (await change.run('apiKeys.revoke', { orgId, keyId })) onRevoked();
  };
  return (
    <li>
      <p>
        <strong>{name}</strong>
        <span class="hint">
          {start}… · {scopes.join(' and ')} · since {dayOf(Date.parse(createdAt))} ·{' '}
          {lastUsedAt === null ? 'never used' : `last used ${dayOf(Date.parse(lastUsedAt))}`}
        </span>
      </p>
      <TwoClickButton label="Revoke" question="Revoke it now?" disabled={change.busy} onConfirm={revoke} />
    </li>
  );
}
