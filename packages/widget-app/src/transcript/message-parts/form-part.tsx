/**
 * A form in the transcript: filled in where it was asked, answered once. What is wrong is said at the field, in words, when the
 * visitor sends it and from then on as they write. The client keeps the answer and sends it, like any message of theirs.
 */
import type { ChatClient } from '@service/embed-headless/core';
import { standingOf } from '@service/embed-headless/parts';
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

/** Keys that walk through the transcript, and mean something else in a field. */
const STEPS = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown']);

export function FormPart({ form, seq, client }: FormPartProps) {
  const texts = useTexts();
  const words = texts.form;
  const tabIndex = useRovingTabIndex();
  const chat = useStore(client.subscribe, client.getState);
  const standing = standingOf(chat, seq);
  const refused = standing.state === 'failed' ? standing.message : null;
  const [draft, setDraft] = useState<Draft>(() => draftOf(refused?.filled?.values ?? {}));
  /** How often it was tried in vain: nothing is found fault with before somebody is done. */
  const [tries, setTries] = useState(0);
  const element = useRef<HTMLFormElement>(null);
  const given = Object.fromEntries(Object.entries(draft).filter(([, typed]) => typed !== ''));
  const filled = fillForm(form, given);
  const problems: Problems = tries > 0 && !filled.ok ? filled.problems : {};

  useEffect(() => {
    if (tries > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);

  const title = `form-${seq}-title`;
  if (standing.state !== 'open' && standing.state !== 'failed') {
    const { state } = standing;
    return (
      <section class="card form-done" aria-labelledby={title}>
        <h3 id={title} dir="auto">
          {cleanText(form.title)}
        </h3>
        <p class="form-note">
          {state === 'answered' && <CheckIcon />}
          {state === 'answered' ? words.answered : state === 'sending' ? words.sending : words.over}
        </p>
      </section>
    );
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!filled.ok) return setTries(tries + 1);
    // The fields go with the answer, and the focus must not be lost: not to the composer, which would open a keyboard.
    element.current?.closest<HTMLElement>('[role="article"]')?.focus({ preventScroll: true });
    // What was refused before is said anew, and not twice.
    if (refused) client.discard(refused.clientId);
    client.send(formAnswerToText(createFormAnswer(form, seq, filled.values)), [], { form: seq, values: filled.values });
  };
  return (
    <form
      ref={element}
      class="card form"
      noValidate
      aria-labelledby={title}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (STEPS.has(event.key)) event.stopPropagation();
      }}
    >
      <h3 id={title} dir="auto">
        {cleanText(form.title)}
      </h3>
      {form.text && (
        <p class="plain" dir="auto">
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
          words={words}
          onType={(typed) => {
            setDraft({ ...draft, [field.name]: typed });
            client.notifyTyping();
          }}
        />
      ))}
      <p class="form-note">{words.noSecrets}</p>
      {Object.keys(problems).length > 0 && (
        <p class="form-problem" role="alert">
          {words.check}
        </p>
      )}
      <button type="submit" class="outlined form-send" tabIndex={tabIndex}>
        {words.send}
      </button>
    </form>
  );
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
