/** A source: what it has, its pages, and what can be done with it. */
import { useState } from 'preact/hooks';
import { TwoClickButton } from '../../../forms/two-click-button.js';
import { useChange } from '../../use-answer.js';
import { Ledger } from './ledger.js';
import { contentOf, type Source, STATES, TYPES } from './shown.js';
import { WrittenEditor } from './written-editor.js';

interface SourceRowProps {
  readonly orgId: string;
  readonly source: Source;
  readonly mayManage: boolean;
  readonly onChanged: () => void;
}

export function SourceRow(props: SourceRowProps) {
  const { orgId, source, mayManage, onChanged } = props;
  const { sourceId, title, type, state, problem, url, aiAgentIds, inboxIds } = source;
  const [isEdited, setIsEdited] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  if (isEdited)
    return (
      <li>
        <WrittenEditor {...{ orgId, sourceId }} onClose={() => setIsEdited(false)} onSaved={onChanged} />
      </li>
    );
  return (
    <li data-state={state}>
      <p>
        <strong>
          <bdi>{title}</bdi>
        </strong>
        <span class="hint">
          {TYPES[type]}
          {type === 'website' && url !== null && (
            <>
              {' · '}
              <bdi>{url}</bdi>
            </>
          )}
        </span>
        <span class="state">
          {STATES[state]} · {contentOf(source)}
        </span>
        {aiAgentIds.length + inboxIds.length === 0 && <span class="unused">Used by no one yet</span>}
        {problem !== null && <span class="hint">{problem}</span>}
      </p>
      {mayManage && source.managedBy === 'console' && <Actions {...props} onEdit={() => setIsEdited(true)} />}
      <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>{type === 'folder' ? 'Files' : 'Pages'}</summary>
        {isOpen && <Ledger {...{ orgId, sourceId }} />}
      </details>
    </li>
  );
}

function Actions({ orgId, source, onChanged, onEdit }: SourceRowProps & { readonly onEdit: () => void }) {
  const { sourceId, title, type, state, version } = source;
  const { busy, problem, run } = useChange();
  const then = async (done: Promise<unknown>): Promise<void> => {
    if (await done) onChanged();
  };
  const isPaused = state === 'paused';
  const isWritten = type === 'article' || type === 'faq';
  return (
    <span class="actions">
      {isWritten && (
        <button type="button" class="secondary" aria-label={`Edit ${title}`} onClick={onEdit}>
          Edit
        </button>
      )}
      {type === 'website' && !isPaused && (
        <button
          type="button"
          class="secondary"
          disabled={busy || state === 'reading' || state === 'pending'}
          aria-label={`Read again: ${title}`}
          onClick={() => void then(run('knowledge.refresh', { orgId, sourceId }))}
        >
          Read again
        </button>
      )}
      <button
        type="button"
        class="secondary"
        disabled={busy}
        aria-label={isPaused ? `Use ${title}` : `Stop using ${title}`}
        onClick={() => void then(run('knowledge.update', { orgId, sourceId, version, paused: !isPaused }))}
      >
        {isPaused ? 'Use' : 'Stop using'}
      </button>
      <TwoClickButton
        label="Delete"
        question="Delete for good?"
        name={`Delete ${title}`}
        disabled={busy}
        onConfirm={() => then(run('knowledge.delete', { orgId, sourceId }))}
      />
      {problem && <span role="alert">{problem}</span>}
    </span>
  );
}
