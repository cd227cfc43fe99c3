/** The teams of an organization. Admins make and change them; every member sees them. */
import type { TargetedSubmitEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { TwoClickButton } from '../forms/two-click-button.js';
import type { Member, Team } from './shown.js';
import { TeamEditor } from './team-editor.js';
import { type Change, useAnswer, useChange } from './use-answer.js';

interface TeamsProps {
  readonly orgId: string;
  readonly mayManage: boolean;
}

export function Teams({ orgId, mayManage }: TeamsProps) {
  const { value, problem, refresh } = useAnswer('teams.list', { orgId });
  const members = useAnswer('members.list', { orgId });
  const change = useChange();
  const [made, setMade] = useState<string | null>(null);
  const create = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const team = await change.run('teams.create', { orgId, name: String(new FormData(form).get('name')) });
    if (!team) return;
    form.reset();
    // Its members are chosen next.
    setMade(team.teamId);
    refresh();
  };
  const shownProblem = problem ?? members.problem ?? change.problem;
  return (
    <section aria-labelledby="teams">
      <h2 id="teams">Teams</h2>
      <p class="hint">A team is a part of the members, such as those who answer questions about invoices.</p>
      {shownProblem && <p role="alert">{shownProblem}</p>}
      {value?.items.length === 0 && !mayManage && <p class="hint">There are no teams yet.</p>}
      <ul class="rows">
        {value?.items.map((team) => (
          <TeamRow
            key={team.teamId}
            {...{ orgId, team, mayManage, change }}
            members={members.value?.items ?? []}
            isNew={team.teamId === made}
            onChanged={refresh}
          />
        ))}
      </ul>
      {mayManage && (
        <form class="row" aria-label="Create a team" onSubmit={create}>
          <label>
            Name of the new team
            <input name="name" required maxLength={80} placeholder="Support" />
          </label>
          <button type="submit" class="primary" disabled={change.busy}>
            Create a team
          </button>
        </form>
      )}
    </section>
  );
}

interface TeamRowProps extends TeamsProps {
  readonly team: Team;
  readonly members: readonly Member[];
  /** It has just been made here: its members are to be chosen. */
  readonly isNew: boolean;
  readonly change: Change;
  readonly onChanged: () => void;
}

function TeamRow({ orgId, team, members, isNew, mayManage, change, onChanged }: TeamRowProps) {
  const { teamId, name, emoji, memberIds } = team;
  const [isEdited, setIsEdited] = useState(isNew);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEdited = useRef(isEdited);
  useLayoutEffect(() => {
    if (wasEdited.current && !isEdited) editButton.current?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);
  const remove = async (): Promise<void> => {
    if (await change.run('teams.delete', { orgId, teamId })) onChanged();
  };
  if (isEdited)
    return (
      <li>
        <TeamEditor {...{ orgId, team, members }} onClose={() => setIsEdited(false)} onSaved={onChanged} />
      </li>
    );
  return (
    <li>
      <p>
        <strong>
          {emoji !== null && <span aria-hidden="true">{emoji} </span>}
          <bdi>{name}</bdi>
        </strong>
        <span class="hint">{namesOf(memberIds, members)}</span>
      </p>
      {mayManage && (
        <span class="actions">
          <button
            type="button"
            class="secondary"
            ref={editButton}
            aria-label={`Edit ${name}`}
            onClick={() => setIsEdited(true)}
          >
            Edit
          </button>
          <TwoClickButton
            label="Delete"
            question={`Delete ${name} for good?`}
            name={`Delete ${name}`}
            disabled={change.busy}
            onConfirm={remove}
          />
        </span>
      )}
    </li>
  );
}

/** In the order of the list of members. */
function namesOf(memberIds: readonly string[], members: readonly Member[]): string {
  const names = members.filter(({ memberId }) => memberIds.includes(memberId)).map(({ name }) => name);
  return names.length === 0 ? 'No members yet' : new Intl.ListFormat('en').format(names);
}
