/** One field of a form with its label, its hint and what is wrong with it. The browser may autofill what the form allows. */

import type { FormField } from '@service/protocol';
import { cleanText } from '@service/protocol';
import type { ComponentChildren } from 'preact';
import { useRovingTabIndex } from '../../content/roving-tabindex.js';
import type { FormTexts } from '../../i18n/catalogue.js';

/** The value of the field before it is checked: text, or the state of a checkbox. */
export type Typed = string | boolean;

/** A choice with more options than this is a select. */
const MAX_RADIO_OPTIONS = 5;

interface FieldViewProps {
  readonly field: FormField;
  readonly id: string;
  readonly typed: Typed | undefined;
  readonly problem: string | null;
  readonly words: FormTexts;
  readonly onType: (typed: Typed) => void;
}

export function FieldView(props: FieldViewProps) {
  const { field, id, words, problem } = props;
  const label = (
    <>
      <bdi>{cleanText(field.label)}</bdi>
      {!field.required && field.type !== 'checkbox' && <span class="form-optional"> ({words.optional})</span>}
    </>
  );
  const descriptions = [field.hint !== undefined && `${id}-hint`, problem !== null && `${id}-problem`]
    .filter(Boolean)
    .join(' ');
  const about = { 'aria-describedby': descriptions || undefined, 'aria-invalid': problem !== null };
  const below = (
    <>
      {field.hint !== undefined && (
        <p id={`${id}-hint`} class="form-note" dir="auto">
          {cleanText(field.hint)}
        </p>
      )}
      {problem !== null && (
        <p id={`${id}-problem`} class="form-problem">
          {problem}
        </p>
      )}
    </>
  );
  if (field.type === 'checkbox') {
    return (
      <div class="form-field">
        <Checkbox {...props} about={about}>
          {label}
        </Checkbox>
        {below}
      </div>
    );
  }
  if (field.type === 'choice' && field.options.length <= MAX_RADIO_OPTIONS) {
    return (
      <fieldset class="form-field">
        <legend>{label}</legend>
        <RadioOptions {...props} options={field.options} about={about} />
        {below}
      </fieldset>
    );
  }
  return (
    <div class="form-field">
      <label for={id}>{label}</label>
      <Input {...props} about={about} />
      {below}
    </div>
  );
}

interface InputProps extends FieldViewProps {
  readonly about: { readonly 'aria-describedby': string | undefined; readonly 'aria-invalid': boolean };
}

/** Which keyboard a phone shows for the field, and what the browser may autofill. */
function inputAttributes(field: FormField) {
  if (field.type === 'email') return { type: 'email', autoComplete: 'email' } as const;
  if (field.type === 'number') return { type: 'text', inputMode: 'decimal', autoComplete: 'off' } as const;
  const autoComplete = field.type === 'text' ? (field.autofill ?? 'off') : 'off';
  return autoComplete === 'tel' ? ({ type: 'tel', autoComplete } as const) : ({ type: 'text', autoComplete } as const);
}

function Input({ field, id, typed = '', about, words, onType }: InputProps) {
  const tabIndex = useRovingTabIndex();
  const shared = { ...about, id, name: field.name, tabIndex, dir: 'auto' as const, 'aria-required': field.required };
  if (field.type === 'choice') {
    return (
      <select {...shared} onChange={(event) => onType(event.currentTarget.value)}>
        <option value="" selected={typed === ''}>
          {words.choose}
        </option>
        {field.options.map((option) => (
          <option key={option} value={option} selected={typed === option}>
            {cleanText(option)}
          </option>
        ))}
      </select>
    );
  }
  if (field.type === 'multi-line') {
    return <textarea {...shared} rows={3} value={`${typed}`} onInput={(event) => onType(event.currentTarget.value)} />;
  }
  return (
    <input
      {...shared}
      {...inputAttributes(field)}
      value={`${typed}`}
      onInput={(event) => onType(event.currentTarget.value)}
    />
  );
}

function Checkbox({
  id,
  field,
  typed,
  about,
  onType,
  children,
}: InputProps & { readonly children: ComponentChildren }) {
  const tabIndex = useRovingTabIndex();
  return (
    <label class="form-option">
      <input
        {...about}
        id={id}
        type="checkbox"
        aria-required={field.required}
        tabIndex={tabIndex}
        checked={typed === true}
        onChange={(event) => onType(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

function RadioOptions({
  id,
  field,
  typed,
  about,
  onType,
  options,
}: InputProps & { readonly options: readonly string[] }) {
  const tabIndex = useRovingTabIndex();
  return (
    <>
      {options.map((option) => (
        <label key={option} class="form-option">
          <input
            {...about}
            type="radio"
            name={id}
            required={field.required === true}
            tabIndex={tabIndex}
            checked={typed === option}
            onChange={() => onType(option)}
          />
          <span dir="auto">{cleanText(option)}</span>
        </label>
      ))}
    </>
  );
}
