/** What visitors asked and nothing answered: an article is begun for it, or it is listed with what answers it. */
import { useState } from 'preact/hooks';
import { useAnswer, useChange } from '../../use-answer.js';
import type { Gap, Source } from './shown.js';

interface GapsProps {
  readonly orgId: string;
  readonly mayManage: boolean;
  readonly sources: readonly Source[];
  readonly onChanged: () => void;
}

/** A question that is longer can't be a title. */
const LONGEST = 200;

export function Gaps(props: GapsProps) {
  const { value, problem, refresh } = useAnswer('knowledge.gaps', { orgId: props.orgId, limit: 50 });
  return (
    <section aria-labelledby="gaps">
      <h2 id="gaps">Questions without an answer</h2>
      <p class="hint">What visitors asked and no source answered. Addresses and long numbers are left out.</p>
      {problem && <p role="alert">{problem}</p>}
      {value?.items.length === 0 && <p class="hint">There are none.</p>}
      <ul class="rows">
        {value?.items.map((gap) => (
          <GapRow
            key={`${gap.inboxId} ${gap.key}`}
            {...{ ...props, gap }}
            onChanged={() => {
              refresh();
              props.onChanged();
            }}
          />
        ))}
      </ul>
      {value?.nextCursor !== undefined && <p class="hint">There are more: they follow when some of these are done.</p>}
    </section>
  );
}

function GapRow({ orgId, gap, mayManage, sources, onChanged }: GapsProps & { readonly gap: Gap }) {
  const { inboxId, inboxName, aiAgentId, key, text, count } = gap;
  const { busy, problem, run } = useChange();
  const [isListing, setIsListing] = useState(false);
  const then = async (done: Promise<unknown>): Promise<void> => {
    if (await done) onChanged();
  };
  const named = { orgId, gap: { inboxId, key }, question: text.slice(0, LONGEST) };
  const place = aiAgentId === null ? { inboxIds: [inboxId] } : { aiAgentIds: [aiAgentId] };
  const written = sources.filter(({ type }) => type === 'article' || type === 'faq' || type === 'file');
  return (
    <li>
      <p>
        <strong>
          <bdi>{text}</bdi>
        </strong>
        <span class="hint">
          {count === 1 ? 'Asked once' : `Asked in ${count} conversations`} · <bdi>{inboxName}</bdi>
        </span>
        {problem && <span role="alert">{problem}</span>}
      </p>
      <span class="actions">
        {mayManage && (
          <button
            type="button"
            class="secondary"
            disabled={busy}
            aria-label={`Write an article about: ${text}`}
            onClick={() => void then(run('knowledge.draftArticle', { ...named, ...place }))}
          >
            Write an article
          </button>
        )}
        {mayManage && written.length > 0 && !isListing && (
          <button
            type="button"
            class="secondary"
            aria-label={`It is answered by… ${text}`}
            onClick={() => setIsListing(true)}
          >
            It is answered by…
          </button>
        )}
        {isListing && (
          <SourceChoice
            label={`What answers: ${text}`}
            sources={written}
            onChoose={(sourceId) => void then(run('knowledge.addQuestion', { ...named, sourceId }))}
          />
        )}
        <button
          type="button"
          class="secondary"
          disabled={busy}
          aria-label={`Dismiss: ${text}`}
          onClick={() => void then(run('knowledge.dismissGap', { orgId, inboxId, key }))}
        >
          Dismiss
        </button>
      </span>
    </li>
  );
}

interface SourceChoiceProps {
  readonly label: string;
  readonly sources: readonly Source[];
  readonly onChoose: (sourceId: string) => void;
}

const SourceChoice = ({ label, sources, onChoose }: SourceChoiceProps) => (
  <select
    aria-label={label}
    onChange={({ currentTarget: { value } }) => {
      if (value !== '') onChoose(value);
    }}
  >
    <option value="">Choose a source</option>
    {sources.map(({ sourceId, title }) => (
      <option key={sourceId} value={sourceId}>
        {title}
      </option>
    ))}
  </select>
);
