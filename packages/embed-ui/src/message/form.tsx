'use client';
import {
  createFormAnswer,
  type FormField,
  type Form as FormPart,
  fillForm,
  formAnswerToText,
  getFormStatus,
} from '@service/embed-headless/parts';
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import { merged, Part, type PartProps } from '../part.js';
import { useRootChat, useScreen } from '../screen.js';

/** Which form, and the number in the log of the message that asks. */
export interface FormProps extends PartProps<'form'> {
  /** As `readParts` gives it. */
  readonly form: FormPart;
  /** Number in the log of the message that asks it. */
  readonly asked: number;
}

/** A form that is answered once. What is missing is named at its field before anything is sent; then the first such field has the focus. */
export function Form({ form, asked, ...props }: FormProps): ReactElement {
  const chat = useRootChat();
  const { texts } = useScreen();
  const id = useId();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const { state } = getFormStatus(chat, asked);
  const isOpen = state === 'open';
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const element = event.currentTarget;
    const typed = new FormData(element);
    const given = Object.fromEntries(
      form.fields.map(({ name, type }) => [name, type === 'checkbox' ? typed.has(name) : (typed.get(name) ?? '')]),
    );
    const filled = fillForm(form, given);
    if (filled.ok) {
      setProblems({});
      const text = formAnswerToText(createFormAnswer(form, asked, filled.values));
      chat.sendMessage(text, [], { form: asked, values: filled.values });
      return;
    }
    setProblems(filled.problems);
    const [first] = Object.keys(filled.problems);
    if (first) (element.elements.namedItem(first) as HTMLElement | null)?.focus();
  };
  return (
    <Part
      as="form"
      noValidate
      aria-label={form.title}
      data-chat="form"
      data-state={state}
      {...merged({ onSubmit: submit }, props)}
    >
      {props.children ?? (
        <>
          <strong>{form.title}</strong>
          {form.text && <p>{form.text}</p>}
          {form.fields.map((field) => (
            <Field
              key={field.name}
              field={field}
              id={`${id}-${field.name}`}
              isOpen={isOpen}
              problem={problems[field.name] && (problems[field.name] === 'required' ? texts.required : texts.invalid)}
            />
          ))}
          {isOpen ? (
            <button type="submit">{texts.submit}</button>
          ) : (
            <p>{state === 'answered' ? texts.answered : texts.over}</p>
          )}
        </>
      )}
    </Part>
  );
}

interface FieldProps {
  readonly field: FormField;
  readonly id: string;
  readonly isOpen: boolean;
  readonly problem: string | undefined;
}

function Field({ field, id, isOpen, problem }: FieldProps): ReactElement {
  const { name, label, hint, required = false, type } = field;
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined;
  const shared = {
    id,
    name,
    disabled: !isOpen,
    'aria-required': required,
    'aria-invalid': problem !== undefined,
    'aria-describedby': described,
  };
  return (
    <div data-chat="field" data-type={type}>
      <label htmlFor={id}>{label}</label>
      {hint && <span id={`${id}-hint`}>{hint}</span>}
      {control(field, shared)}
      {problem && (
        <span id={`${id}-problem`} role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}

function control(field: FormField, shared: object): ReactElement {
  switch (field.type) {
    case 'multi-line':
      return <textarea rows={3} {...shared} />;
    case 'choice':
      return (
        <select defaultValue="" {...shared}>
          <option value="" />
          {field.options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      );
    case 'checkbox':
      return <input type="checkbox" {...shared} />;
    case 'number':
      // As text, by the visitor's own comma.
      return <input inputMode="decimal" {...shared} />;
    case 'email':
      return <input type="email" autoComplete="email" {...shared} />;
    case 'text':
      return <input autoComplete={field.autofill} {...shared} />;
  }
}
