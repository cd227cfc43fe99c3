/** Changes what people wrote: an article’s title and text, or pairs of question and answer. */
import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { messageOf, workspace } from '../../../api/workspace.js';
import { useDraftFields } from '../../../forms/use-draft.js';
import { useChange } from '../../use-answer.js';
import type { SourceDetails } from './shown.js';
import { type WrittenContent, WrittenFields } from './written-fields.js';

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

interface Draft {
  /** The version that it was begun with. Null: nothing is written. */
  readonly version: number | null;
  readonly written: WrittenContent | null;
}

const NOTHING: Draft = { version: null, written: null };

const WRITTEN_BEFORE = 'What you wrote before is still here, and is not saved yet. Cancel discards it.';
const CHANGED_SINCE =
  'What you wrote before is still here. Someone else has changed this source since: Save replaces their change, Cancel discards yours.';

function Editor({ orgId, source, onClose, onSaved }: EditorProps) {
  const { busy, problem, run } = useChange();
  const [draft, change] = useDraftFields(`source ${source.sourceId}`, NOTHING);
  const [notice] = useState(() => {
    if (draft.version === null) return null;
    return draft.version === source.version ? WRITTEN_BEFORE : CHANGED_SINCE;
  });
  const written = draft.written ?? { title: source.title, text: source.text ?? '', pairs: source.faq ?? [] };
  const write = (fields: Partial<WrittenContent>): void =>
    change((before) => ({ version: source.version, written: { ...written, ...before.written, ...fields } }));
  const discard = (): void => change(() => NOTHING);
  const save = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const { title, text, pairs } = written;
    const content = source.type === 'faq' ? { faq: [...pairs] } : { text };
    const { sourceId, version } = source;
    const use = fields.has('use') ? { paused: false } : {};
    if (!(await run('knowledge.update', { orgId, sourceId, version, title, ...content, ...use }))) return;
    discard();
    onSaved();
    onClose();
  };
  return (
    <form class="source-form" aria-label={`Edit ${source.title}`} onSubmit={save}>
      {problem && <p role="alert">{problem}</p>}
      {notice && <p role="status">{notice}</p>}
      <WrittenFields kind={source.type === 'faq' ? 'faq' : 'article'} {...{ written, write }} />
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
        <button
          type="button"
          class="secondary"
          onClick={() => {
            discard();
            onClose();
          }}
        >
          Cancel
        </button>
      </span>
    </form>
  );
}
