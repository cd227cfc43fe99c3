/** What an AI agent is like. What is written here stays while others change the agent; only fields that were changed here are sent. */
import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../../api/workspace.js';
import { useDraftFields } from '../../../forms/use-draft.js';
import { useChange } from '../../use-answer.js';
import { changedFields } from '../changed-fields.js';
import { KnowledgeChoice } from './knowledge-choice.js';
import type { Agent, AgentChange } from './shown.js';
import { TestsEditor } from './tests-editor.js';

interface AgentFormProps {
  readonly orgId: string;
  readonly agent: Agent;
  /** Names of the server's models. */
  readonly models: readonly string[];
  readonly mayManage: boolean;
  readonly onSaved: () => void;
  /** Something is written that is not saved, or nothing any more. */
  readonly onChanged: (isChanged: boolean) => void;
}

const FIELDS: Readonly<Record<string, string>> = {
  name: 'the name',
  title: 'the title',
  instructions: 'the instructions',
  model: 'what answers',
  handoff: 'the handoff',
  linkHosts: 'the links',
  knowledgeIds: 'what it knows',
  tests: 'the tests',
};

const WRITTEN_BEFORE = 'What you wrote before is still here, and is not saved yet.';

/** What another person has changed, in words. */
function changedByOthers(fields?: readonly string[]): string {
  return `Someone else has changed ${changedFields(FIELDS, fields)} meanwhile. What you wrote is still here: look at the rest, and save again.`;
}

interface Written {
  /** The version that the person has seen. It moves on after they were notified of a newer one. Null: nothing is written. */
  readonly version: number | null;
  readonly changes: AgentChange;
}

const NOTHING: Written = { version: null, changes: {} };

export function AgentForm({ orgId, agent, models, mayManage, onSaved, onChanged }: AgentFormProps) {
  const [{ version, changes }, write] = useDraftFields(`AI agent ${agent.aiAgentId}`, NOTHING);
  const isChanged = version !== null;
  const [saved, setSaved] = useState(0);
  const seen = version ?? Math.max(agent.version, saved);
  const [notice, setNotice] = useState(isChanged ? WRITTEN_BEFORE : '');
  const { busy, error, run } = useChange();
  useEffect(() => onChanged(isChanged), [isChanged]);
  const shown = { ...agent, ...changes };
  const change = (fields: AgentChange): void => {
    setNotice('');
    write((before) => ({ version: before.version ?? seen, changes: { ...before.changes, ...fields } }));
  };
  const save = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const stored = await run('aiAgents.update', { orgId, aiAgentId: agent.aiAgentId, version: seen, ...changes });
    onSaved();
    if (!stored) return;
    write(() => NOTHING);
    setSaved(stored.version);
    setNotice(`Saved as version ${stored.version}, a draft.`);
  };
  const isOutdated = error?.code === 'PRECONDITION_FAILED';
  const newest = isOutdated ? error.data?.version : undefined;
  // With the refusal the newer version is known: the next attempt is based on it.
  useEffect(() => {
    if (newest !== undefined) write((before) => ({ ...before, version: newest }));
  }, [error]);
  const discard = (): void => {
    setNotice('');
    write(() => NOTHING);
  };
  return (
    <section aria-labelledby="agent-form">
      <h2 id="agent-form">How it answers</h2>
      <form class="agent-form" aria-label="How it answers" onSubmit={save}>
        <FormFields {...{ orgId, shown, models, mayManage }} onChange={change} />
        {error && <p role="alert">{isOutdated ? changedByOthers(error.data?.fields) : messageOf(error)}</p>}
        <p role="status">{notice}</p>
        {mayManage && (
          <div class="row">
            <button type="submit" class="primary" disabled={busy || !isChanged}>
              Save the draft
            </button>
            {isChanged && (
              <button type="button" class="secondary" onClick={discard}>
                Discard changes
              </button>
            )}
          </div>
        )}
      </form>
    </section>
  );
}

interface FormFieldsProps extends Pick<AgentFormProps, 'orgId' | 'models' | 'mayManage'> {
  readonly shown: Agent;
  readonly onChange: (fields: AgentChange) => void;
}

const text = (value: string): string | null => value.trim() || null;

function FormFields({ orgId, shown, models, mayManage, onChange: change }: FormFieldsProps) {
  const { instructions, handoff, model } = shown;
  return (
    <fieldset disabled={!mayManage}>
      <label>
        Name
        <input
          required
          maxLength={80}
          value={shown.name}
          autoComplete="off"
          onInput={({ currentTarget }) => change({ name: currentTarget.value })}
        />
      </label>
      <label>
        Title below the name
        <input
          maxLength={120}
          value={shown.title ?? ''}
          placeholder="Such as: answers at once"
          autoComplete="off"
          onInput={({ currentTarget }) => change({ title: text(currentTarget.value) })}
        />
      </label>
      <label>
        What answers
        <select value={model ?? ''} onChange={({ currentTarget }) => change({ model: text(currentTarget.value) })}>
          <option value="">The articles, word for word</option>
          {[...new Set([...models, ...(model ? [model] : [])])].map((name) => (
            <option key={name} value={name}>
              {name}
              {models.includes(name) ? '' : ' (not on this server)'}
            </option>
          ))}
        </select>
      </label>
      <label>
        Instructions
        <textarea
          rows={8}
          maxLength={8_000}
          value={instructions ?? ''}
          placeholder="Tone, what to ask first, what never to promise"
          onInput={({ currentTarget }) => change({ instructions: text(currentTarget.value) })}
        />
        <span class="hint">
          {model ? `${(instructions ?? '').length} of 8,000 characters` : 'Only a model follows them.'}
        </span>
      </label>
      <KnowledgeChoice
        orgId={orgId}
        chosen={shown.knowledgeIds}
        onChange={(knowledgeIds) => change({ knowledgeIds: [...knowledgeIds] })}
      />
      <HandoffFields handoff={handoff} onChange={(next) => change({ handoff: next })} />
      <label>
        Hosts that it may link to
        <textarea
          rows={2}
          value={shown.linkHosts.join('\n')}
          placeholder="track.carrier.example"
          onInput={({ currentTarget }) => change({ linkHosts: currentTarget.value.split(/\s+/).filter(Boolean) })}
        />
        <span class="hint">One on a line, besides those of your own pages.</span>
      </label>
      <TestsEditor tests={shown.tests} onChange={(tests) => change({ tests: [...tests] })} />
    </fieldset>
  );
}

interface HandoffFieldsProps {
  readonly handoff: Agent['handoff'];
  readonly onChange: (handoff: Agent['handoff']) => void;
}

function HandoffFields({ handoff, onChange }: HandoffFieldsProps) {
  const { onUnknown, afterTurns } = handoff;
  return (
    <div class="row">
      <label>
        When it doesn’t know
        <select
          value={onUnknown}
          onChange={({ currentTarget }) => onChange({ ...handoff, onUnknown: currentTarget.value as 'offer' | 'auto' })}
        >
          <option value="offer">Offer a person</option>
          <option value="auto">Pass the visitor on at once</option>
        </select>
      </label>
      <label>
        Pass on after so many answers
        <input
          type="number"
          min={1}
          max={20}
          value={afterTurns ?? ''}
          placeholder="Never"
          onInput={({ currentTarget }) =>
            onChange({ ...handoff, afterTurns: currentTarget.value === '' ? null : Number(currentTarget.value) })
          }
        />
      </label>
    </div>
  );
}
