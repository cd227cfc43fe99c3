/** The sources of the organization that an AI agent answers from. */
import { useAnswer } from '../../use-answer.js';

interface KnowledgeChoiceProps {
  readonly orgId: string;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

const MOST = 100;

export function KnowledgeChoice({ orgId, chosen, onChange }: KnowledgeChoiceProps) {
  const sources = useAnswer('knowledge.list', { orgId, limit: MOST }).value?.items ?? [];
  const own = sources.filter(({ type }) => type !== 'folder');
  return (
    <fieldset class="choices">
      <legend>What it knows</legend>
      {own.length === 0 && <p class="hint">There are no sources yet. Add some under Knowledge.</p>}
      {own.map(({ sourceId, title }) => (
        <label key={sourceId}>
          <input
            type="checkbox"
            checked={chosen.includes(sourceId)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...chosen, sourceId] : chosen.filter((id) => id !== sourceId))
            }
          />
          <bdi>{title}</bdi>
        </label>
      ))}
    </fieldset>
  );
}
