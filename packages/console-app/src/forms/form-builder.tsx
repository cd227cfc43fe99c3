/** Builds a form from a title and fields. Replaces the reply field until the form is sent. */
import { FORM_LIMITS, type Form, type FormField } from '@service/protocol';
import { useRef, useState } from 'preact/hooks';
import { type FieldDraft, finishForm, NEW_FORM, newField } from './form-draft.js';
import { useFocus } from './use-focus.js';

interface FormBuilderProps {
  readonly onAsk: (form: Form) => void;
  readonly onCancel: () => void;
}

const TYPES: Readonly<Record<FormField['type'], string>> = {
  text: 'Text',
  email: 'Email address',
  number: 'Number',
  choice: 'Choice',
  checkbox: 'Checkbox',
  'multi-line': 'Multiple lines',
};

export function FormBuilder({ onAsk, onCancel }: FormBuilderProps) {
  const [draft, setDraft] = useState(NEW_FORM);
  const [problem, setProblem] = useState<string | null>(null);
  const title = useRef<HTMLInputElement>(null);
  useFocus(() => title.current);
  const change = (key: number, to: Partial<FieldDraft>): void =>
    setDraft({ ...draft, fields: draft.fields.map((field) => (field.key === key ? { ...field, ...to } : field)) });
  return (
    <form
      class="form-builder"
      aria-label="Create a form"
      onSubmit={(event) => {
        event.preventDefault();
        const finished = finishForm(draft);
        if (finished.ok) onAsk(finished.form);
        else setProblem(finished.problem);
      }}
    >
      <label>
        Title
        <input
          ref={title}
          value={draft.title}
          maxLength={FORM_LIMITS.title}
          onInput={(event) => setDraft({ ...draft, title: event.currentTarget.value })}
        />
      </label>
      {draft.fields.map((field, i) => (
        <FieldRow
          key={field.key}
          field={field}
          number={i + 1}
          onChange={(to) => change(field.key, to)}
          onRemove={
            draft.fields.length > 1
              ? () => setDraft({ ...draft, fields: draft.fields.filter(({ key }) => key !== field.key) })
              : null
          }
        />
      ))}
      {problem !== null && <p role="alert">{problem}</p>}
      <div class="row">
        <button
          type="button"
          class="secondary"
          disabled={draft.fields.length >= FORM_LIMITS.fields}
          onClick={() =>
            setDraft({
              ...draft,
              fields: [...draft.fields, newField(Math.max(...draft.fields.map(({ key }) => key)) + 1)],
            })
          }
        >
          Add a field
        </button>
        <span class="spacer" />
        <button type="button" class="secondary" onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" class="primary">
          Send form
        </button>
      </div>
    </form>
  );
}

interface FieldRowProps {
  readonly field: FieldDraft;
  readonly number: number;
  readonly onChange: (to: Partial<FieldDraft>) => void;
  /** Null for the only one. */
  readonly onRemove: (() => void) | null;
}

function FieldRow({ field: { type, label, required, options }, number, onChange, onRemove }: FieldRowProps) {
  return (
    <fieldset>
      <legend>Field {number}</legend>
      <div class="row">
        <label class="grow">
          Label
          <input
            value={label}
            maxLength={FORM_LIMITS.label}
            onInput={(event) => onChange({ label: event.currentTarget.value })}
          />
        </label>
        <label>
          Type
          <select value={type} onChange={(event) => onChange({ type: event.currentTarget.value as FormField['type'] })}>
            {Object.entries(TYPES).map(([each, words]) => (
              <option key={each} value={each}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <label class="checkbox">
          <input
            type="checkbox"
            checked={required}
            onChange={(event) => onChange({ required: event.currentTarget.checked })}
          />
          Required
        </label>
        {onRemove && (
          <button type="button" class="secondary" aria-label={`Remove field ${number}`} onClick={onRemove}>
            Remove
          </button>
        )}
      </div>
      {type === 'choice' && (
        <label>
          Options, one per line
          <textarea rows={3} value={options} onInput={(event) => onChange({ options: event.currentTarget.value })} />
        </label>
      )}
    </fieldset>
  );
}
