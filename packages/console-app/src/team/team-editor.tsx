/** The fields of a team: its name, an emoji, and who is in it. What is written here stays while others change the team. */
import type { TargetedSubmitEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useFocus } from '../forms/use-focus.js';
import type { Member, Team } from './shown.js';
import { useChange } from './use-answer.js';

interface TeamEditorProps {
  readonly orgId: string;
  readonly team: Team;
  readonly members: readonly Member[];
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

export function TeamEditor({ orgId, team, members, onClose, onSaved }: TeamEditorProps) {
  // As it was when the form opened: its version is what the change is based on.
  const [{ teamId, version, name, emoji, memberIds }] = useState(team);
  const nameField = useRef<HTMLInputElement>(null);
  const { busy, problem, run } = useChange();
  useFocus(() => nameField.current);
  const save = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const saved = await run('teams.update', {
      ...{ orgId, teamId, version },
      name: String(fields.get('name')),
      emoji: String(fields.get('emoji')).trim() || null,
      memberIds: fields.getAll('member').map(String),
    });
    if (!saved) return;
    onSaved();
    onClose();
  };
  return (
    <form
      class="team-editor"
      aria-label={`Edit ${name}`}
      onSubmit={save}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div class="row">
        <label class="emoji">
          Emoji
          <input name="emoji" maxLength={32} defaultValue={emoji ?? ''} autoComplete="off" />
        </label>
        <label>
          Name
          <input name="name" ref={nameField} required maxLength={80} defaultValue={name} autoComplete="off" />
        </label>
      </div>
      <fieldset>
        <legend>Members</legend>
        {members.map((member) => (
          <label key={member.memberId}>
            <input
              type="checkbox"
              name="member"
              value={member.memberId}
              defaultChecked={memberIds.includes(member.memberId)}
            />
            <span>
              <bdi>{member.name}</bdi>
              <span class="hint">
                {member.email}
                {member.state === 'suspended' && ' · suspended'}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {problem && <p role="alert">{problem}</p>}
      <div class="row">
        <button type="submit" class="primary" disabled={busy}>
          Save
        </button>
        <button type="button" class="secondary" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}
