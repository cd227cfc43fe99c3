/** For admins of the installation: organizations that wait for approval. */
import type { Outputs } from '@service/workspace-client';
import { useState } from 'preact/hooks';
import { dayOf } from '../content/time.js';
import { useAll, useChange } from './use-answer.js';

type Waiting = Outputs['admin.organizations.list']['items'][number];

export function WaitingOrganizations() {
  const { value, problem, refresh } = useAll('admin.organizations.list', { approved: false });
  const [approved, setApproved] = useState<Waiting | null>(null);
  const change = useChange();
  const approve = async (waiting: Waiting): Promise<void> => {
    if (!(await change.run('admin.organizations.approve', { orgId: waiting.orgId }))) return;
    setApproved(waiting);
    refresh();
  };
  const takeBack = async ({ orgId }: Waiting): Promise<void> => {
    if (!(await change.run('admin.organizations.suspend', { orgId }))) return;
    setApproved(null);
    refresh();
  };
  const shownProblem = problem ?? change.problem;
  if (!shownProblem && !approved && (value?.items.length ?? 0) === 0) return null;
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting">Organizations that wait for approval</h2>
      {shownProblem && <p role="alert">{shownProblem}</p>}
      <ul class="rows">
        {value?.items.map((waiting) => (
          <li key={waiting.orgId}>
            <p>
              <strong>
                <bdi>{waiting.name}</bdi>
              </strong>
              <span class="hint">
                {waiting.owner && `${waiting.owner.name}, ${waiting.owner.email} · `}
                since {dayOf(Date.parse(waiting.createdAt))}
              </span>
            </p>
            <button
              type="button"
              class="primary"
              disabled={change.busy}
              aria-label={`Approve ${waiting.name}`}
              onClick={() => void approve(waiting)}
            >
              Approve
            </button>
          </li>
        ))}
      </ul>
      {approved && (
        <p role="status" class="row">
          {approved.name} is approved.{' '}
          <button type="button" class="link" disabled={change.busy} onClick={() => void takeBack(approved)}>
            Take it back
          </button>
        </p>
      )}
    </section>
  );
}
