/** What an agent may do, and how long: read-only by default, nothing that writes is checked. */
import type { PermissionChoices, WantedPermission } from '@service/workspace-client';
import { useState } from 'preact/hooks';

const DAY_SECONDS = 24 * 3_600;
export const DURATIONS = [1, 7, 30] as const;
const DEFAULT_DAYS = 7;

export interface Permission extends Omit<WantedPermission, 'orgId'> {
  /** At least one write was chosen where it is to write. */
  readonly isComplete: boolean;
}

export interface PermissionState {
  readonly mode: 'read' | 'write';
  readonly chosen: ReadonlySet<string>;
  readonly days: number;
}

export const READ_ONLY: PermissionState = { mode: 'read', chosen: new Set(), days: DEFAULT_DAYS };

export function permissionOf({ mode, chosen, days }: PermissionState): Permission {
  const expiresIn = days * DAY_SECONDS;
  if (mode === 'read') return { mode, expiresIn, isComplete: true };
  return { mode, procedures: [...chosen], expiresIn, isComplete: chosen.size > 0 };
}

interface PermissionFieldsProps {
  readonly choices: PermissionChoices;
  readonly state: PermissionState;
  readonly onChange: (state: PermissionState) => void;
}

export function PermissionFields({ choices, state, onChange }: PermissionFieldsProps) {
  const { mode, days } = state;
  return (
    <>
      <fieldset class="choices">
        <legend>What it may do</legend>
        <label>
          <input
            type="radio"
            name="mode"
            checked={mode === 'read'}
            onChange={() => onChange({ ...state, mode: 'read' })}
          />
          <span>
            Read only <span class="hint">Everything that you can read in this workspace. It changes nothing.</span>
          </span>
        </label>
        <label>
          <input
            type="radio"
            name="mode"
            checked={mode === 'write'}
            onChange={() => onChange({ ...state, mode: 'write' })}
          />
          <span>
            What I choose <span class="hint">With the reads that come with it. Nothing else.</span>
          </span>
        </label>
      </fieldset>
      {mode === 'write' && <Writes {...{ choices, state, onChange }} />}
      <label class="inline">
        For
        <select value={days} onChange={(event) => onChange({ ...state, days: Number(event.currentTarget.value) })}>
          {DURATIONS.map((each) => (
            <option key={each} value={each}>
              {each === 1 ? '1 day' : `${each} days`}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

type Procedure = PermissionChoices['procedures'][number];

function Writes({ choices, state, onChange }: PermissionFieldsProps) {
  const [query, setQuery] = useState('');
  const { chosen } = state;
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange({ ...state, chosen: next });
  };
  const setup = choices.setup.flatMap((id) => choices.procedures.filter((each) => each.id === id));
  const others = choices.procedures.filter(({ id, kind }) => kind !== 'read' && !choices.setup.includes(id));
  const groups = [...new Set(others.map(({ group }) => group))];
  const matches = (procedure: Procedure): boolean => {
    const text = `${procedure.group} ${procedure.id} ${procedure.name} ${procedure.description}`.toLowerCase();
    return query
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word));
  };
  return (
    <>
      <Group {...{ chosen, toggle }} name="Set up the workspace" procedures={setup} />
      <label>
        Find further changes
        <input type="search" value={query} onInput={(event) => setQuery(event.currentTarget.value)} />
      </label>
      <div class="groups">
        {groups.map((group) => {
          const found = others.filter((each) => each.group === group && (chosen.has(each.id) || matches(each)));
          return found.length > 0 && <Group key={group} {...{ chosen, toggle }} name={group} procedures={found} />;
        })}
        {query !== '' && !others.some(matches) && <p class="hint">Nothing is called so.</p>}
      </div>
    </>
  );
}

/** Descriptions are Markdown, with names of procedures and fields as code. */
const Described = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>
);

interface GroupProps {
  readonly name: string;
  readonly procedures: readonly Procedure[];
  readonly chosen: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
}

const Group = ({ name, procedures, chosen, toggle }: GroupProps) => (
  <fieldset class="choices">
    <legend>{name}</legend>
    {procedures.map(({ id, name: what, description, kind }) => (
      <label key={id}>
        <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} />
        <span>
          {what} {kind === 'destructive' && <strong class="warning">can’t be undone</strong>}
          <span class="hint">
            <Described text={description} />
          </span>
        </span>
      </label>
    ))}
  </fieldset>
);
