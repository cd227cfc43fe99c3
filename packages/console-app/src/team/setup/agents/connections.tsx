/** Programs that people have linked to their accounts. */
import type { Outputs } from '@service/workspace-client';
import { dayOf } from '../../../content/time.js';
import { TwoClickButton } from '../../../forms/two-click-button.js';
import { type Change, useAnswer, useChange } from '../../use-answer.js';

type Connection = Outputs['connections.list']['items'][number];

export function Connections({ orgId }: { readonly orgId: string }) {
  const { value, problem, refresh } = useAnswer('connections.list', { orgId });
  const change = useChange();
  if (!value?.items.length && !problem) return null;
  return (
    <section aria-labelledby="connections">
      <h2 id="connections">Linked programs</h2>
      {(problem ?? change.problem) && <p role="alert">{problem ?? change.problem}</p>}
      <ul class="rows">
        {value?.items.map((row) => (
          <ConnectionRow key={row.connectionId} {...{ orgId, row, change }} onRevoked={refresh} />
        ))}
      </ul>
    </section>
  );
}

interface ConnectionRowProps {
  readonly orgId: string;
  readonly row: Connection;
  readonly change: Change;
  readonly onRevoked: () => void;
}

function ConnectionRow({ orgId, row, change, onRevoked }: ConnectionRowProps) {
  const { connectionId, clientName, redirectHost, person, mode, expiresAt, lastUsedAt } = row;
  const revoke = async (): Promise<void> => {
    if (await change.run('connections.revoke', { orgId, connectionId })) onRevoked();
  };
  return (
    <li>
      <p>
        <strong>
          <bdi>{clientName}</bdi>
        </strong>
        <span class="hint">
          {redirectHost} · in the name of {person.name} · {mode === 'write' ? 'what was chosen' : 'read only'} · until{' '}
          {dayOf(Date.parse(expiresAt))}, or signing out ·{' '}
          {lastUsedAt === null ? 'never used' : `last used ${dayOf(Date.parse(lastUsedAt))}`}
        </span>
      </p>
      <TwoClickButton label="Revoke" question="Revoke it now?" disabled={change.busy} onConfirm={revoke} />
    </li>
  );
}
