/**
 * A form in the transcript, answered once. Problems are shown at the fields when the visitor sends it, and from then on while
 * they write. The client stores the answer and sends it like any message.
 */
import type { ChatClient } from '@service/embed-headless/core';
import { getFormStatus } from '@service/embed-headless/parts';
import {
  cleanText,
  createFormAnswer,
  type FieldProblem,
  type Form,
  type FormField,
  fillForm,
  formAnswerToText,
} from '@service/protocol';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useRovingTabIndex } from '../../content/roving-tabindex.js';
import type { Texts } from '../../i18n/texts.js';
import { adoptStylesheet } from '../../theme/adopt-stylesheet.js';
import { CheckIcon } from '../../ui/icons.js';
import { useStore } from '../../ui/use-store.js';
import { useTexts } from '../../ui/use-texts.js';
import { FieldView, type Typed } from './form-field.js';
import css from './form-part.css?inline';
import { fieldProblemText } from './form-problem.js';

adoptStylesheet(css);

export interface FormPartProps {
  readonly form: Form;
  /** Number in the log of the message that asks. */
  readonly seq: number;
  readonly client: ChatClient;
}

type Draft = Readonly<Record<string, Typed>>;
type Problems = Readonly<Record<string, FieldProblem>>;

/** Keys that move through the transcript, and mean something else in a field. */
const NAVIGATION_KEYS = new Set([
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
]);

export function FormPart({ form, seq, client }: FormPartProps) {
  const texts = useTexts();
  const tabIndex = useRovingTabIndex();
  const chat = useStore(client.subscribe, client.getState);
  const status = getFormStatus(chat, seq);
  const refused = status.state === 'failed' ? status.message : null;
  const { element, draft, filled, problems, change, showProblems } = useFormDraft(form, refused?.filled?.values ?? {});
  if (status.state !== 'open' && status.state !== 'failed')
    return <FormStatus title={form.title} seq={seq} state={status.state} />;

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!filled.ok) return showProblems();
    // The fields disappear with the answer. The focus goes to the entry, not to the composer, which would open a keyboard.
    element.current?.closest<HTMLElement>('[role="article"]')?.focus({ preventScroll: true });
    // The new answer replaces the refused one.
    if (refused) client.discard(refused.clientId);
    client.sendMessage(formAnswerToText(createFormAnswer(form, seq, filled.values)), [], {
      form: seq,
      values: filled.values,
    });
  };
  const title = `form-${seq}-title`;
  return (
    <form
      ref={element}
      class="card form"
      noValidate
      aria-labelledby={title}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (NAVIGATION_KEYS.has(event.key)) event.stopPropagation();
      }}
    >
      <h3 id={title} dir="auto">
        {cleanText(form.title)}
      </h3>
      {form.text && (
        <p class="plain-text" dir="auto">
          {cleanText(form.text)}
        </p>
      )}
      {form.fields.map((field) => (
        <FieldView
          key={field.name}
          field={field}
          id={`form-${seq}-${field.name}`}
          typed={draft[field.name]}
          problem={problemOf(field, problems, texts)}
          words={texts.form}
          onType={(typed) => {
            change(field.name, typed);
            client.notifyTyping();
          }}
        />
      ))}
      <p class="form-note">{texts.form.noSecrets}</p>
      {Object.keys(problems).length > 0 && (
        <p class="form-problem" role="alert">
          {texts.form.check}
        </p>
      )}
      <button type="submit" class="outlined form-submit" tabIndex={tabIndex}>
        {texts.form.send}
      </button>
    </form>
  );
}

/** In place of a form that can't be filled in any more. */
function FormStatus({ title, seq, state }: { readonly title: string; readonly seq: number; readonly state: string }) {
  const texts = useTexts().form;
  const id = `form-${seq}-title`;
  return (
    <section class="card form-status" aria-labelledby={id}>
      <h3 id={id} dir="auto">
        {cleanText(title)}
      </h3>
      <p class="form-note">
        {state === 'answered' && <CheckIcon />}
        {state === 'answered' ? texts.answered : state === 'sending' ? texts.sending : texts.over}
      </p>
    </section>
  );
}

/** What is typed into a form. `initial`: the values of an answer that was refused. */
function useFormDraft(form: Form, initial: Readonly<Record<string, string | number | boolean>>) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(initial));
  /** Problems are shown only after the first attempt to send. */
  const [attempts, setAttempts] = useState(0);
  const element = useRef<HTMLFormElement>(null);
  const given = Object.fromEntries(Object.entries(draft).filter(([, typed]) => typed !== ''));
  const filled = fillForm(form, given);
  const problems: Problems = attempts > 0 && !filled.ok ? filled.problems : {};
  useEffect(() => {
    if (attempts > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  return {
    element,
    draft,
    filled,
    problems,
    change: (name: string, typed: Typed): void => setDraft({ ...draft, [name]: typed }),
    showProblems: (): void => setAttempts(attempts + 1),
  };
}

function problemOf(field: FormField, problems: Problems, texts: Texts): string | null {
  const problem = Object.hasOwn(problems, field.name) ? problems[field.name] : undefined;
  return problem ? fieldProblemText(problem, field, texts) : null;
}

function draftOf(values: Readonly<Record<string, string | number | boolean>>): Draft {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? `${value}` : value]),
  );
}
