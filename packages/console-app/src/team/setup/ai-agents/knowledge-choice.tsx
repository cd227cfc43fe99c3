/** The sources of the organization that an AI agent answers from. */
import { useAll } from '../../use-answer.js';

interface KnowledgeChoiceProps {
  readonly orgId: string;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

export function KnowledgeChoice({ orgId, chosen, onChange }: KnowledgeChoiceProps) {
  const sources = useAll('knowledge.list', { orgId }).value?.items ?? [];
  const own = sources.filter(({ type }) => type !== 'folder');
  // One that was deleted meanwhile has no checkbox, and the server refuses it.
  const change = (sourceId: string, isChosen: boolean): void =>
    onChange(own.map((each) => each.sourceId).filter((id) => (id === sourceId ? isChosen : chosen.includes(id))));
  return (
    <fieldset class="choices">
      <legend>What it knows</legend>
      {own.length === 0 && <p class="hint">There are no sources yet. Add some under Knowledge.</p>}
      {own.map(({ sourceId, title }) => (
        <label key={sourceId}>
          <input
            type="checkbox"
            checked={chosen.includes(sourceId)}
            onChange={({ currentTarget: { checked } }) => change(sourceId, checked)}
          />
          <bdi>{title}</bdi>
        </label>
      ))}
    </fieldset>
  );
}
