/** Changes what people wrote: an article’s title and text, or pairs of question and answer. */
import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { messageOf, workspace } from '../../../api/workspace.js';
import { useChange } from '../../use-answer.js';
import { Pairs } from './pairs.js';
import type { SourceDetails } from './shown.js';

interface WrittenEditorProps {
  readonly orgId: string;
  readonly sourceId: string;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

export function WrittenEditor({ orgId, sourceId, onClose, onSaved }: WrittenEditorProps) {
  const [source, setSource] = useState<SourceDetails | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  // Read once: what is being written is never replaced by what others write.
  useEffect(() => {
    void workspace.call('knowledge.get', { orgId, sourceId, limit: 1 }).then((result) => {
      if (result.ok) setSource(result.value.source);
      else setRefusal(messageOf(result.error));
    });
  }, [orgId, sourceId]);
  if (refusal !== null) return <p role="alert">{refusal}</p>;
  if (source === null) return <p aria-busy="true">One moment…</p>;
  return <Editor {...{ orgId, source, onClose, onSaved }} />;
}

type EditorProps = Omit<WrittenEditorProps, 'sourceId'> & { readonly source: SourceDetails };

function Editor({ orgId, source, onClose, onSaved }: EditorProps) {
  const { busy, problem, run } = useChange();
  const [pairs, setPairs] = useState(source.faq ?? []);
  const save = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const written = source.type === 'faq' ? { faq: [...pairs] } : { text: String(fields.get('text')) };
    const { sourceId, version } = source;
    const use = fields.has('use') ? { paused: false } : {};
    const title = String(fields.get('title'));
    if (!(await run('knowledge.update', { orgId, sourceId, version, title, ...written, ...use }))) return;
    onSaved();
    onClose();
  };
  return (
    <form class="source-form" aria-label={`Edit ${source.title}`} onSubmit={save}>
      {problem && <p role="alert">{problem}</p>}
      <label>
        Title
        <input name="title" required maxLength={200} defaultValue={source.title} />
      </label>
      {source.type === 'faq' ? (
        <Pairs pairs={pairs} onChange={(changed) => setPairs([...changed])} />
      ) : (
        <label>
          Text
          <textarea name="text" required rows={10} maxLength={200_000} defaultValue={source.text ?? ''} />
        </label>
      )}
      {source.state === 'paused' && (
        <label class="choice">
          <input type="checkbox" name="use" defaultChecked />
          Answer visitors from it
        </label>
      )}
      <span class="actions">
        <button type="submit" class="primary" disabled={busy}>
          Save
        </button>
        <button type="button" class="secondary" onClick={onClose}>
          Cancel
        </button>
      </span>
    </form>
  );
}
