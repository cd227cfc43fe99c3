/**
 * Whether what was filled in answers a form, and how the answer reads: one rule for the screen, which says what is missing
 * before anything is sent, and for the server, which trusts no screen.
 */
import { FORM_LIMITS } from '../limits.js';
import type { AnswerValue, Form, FormAnswer, FormField, FormValues } from './form.js';
import { isBlank } from './text/is-blank.js';

/** What is wrong with the answer to one field. */
export type FieldProblem = 'required' | 'too_long' | 'email' | 'number' | 'too_small' | 'too_large' | 'choice';

/** Whether what was typed answers the form. */
export type FillResult =
  | { readonly ok: true; readonly values: FormValues }
  /** By field. Empty when the names themselves are wrong, which no screen of ours can bring about. */
  | { readonly ok: false; readonly problems: Readonly<Record<string, FieldProblem>> };

/** Only the mail server knows which addresses are valid; this finds typing mistakes. */
const EMAIL = /^[^\s@<>"(),:;]{1,64}@[^\s@.<>"(),:;]+(\.[^\s@.<>"(),:;]+)+$/;

/**
 * Whether `given` answers the form: what a screen brings (texts as they were typed, numbers also as text) or anything at
 * all. Gives the values as they are sent, or what is wrong, by field. Never throws.
 */
export function fillForm({ fields }: Pick<Form, 'fields'>, given: Readonly<Record<string, unknown>>): FillResult {
  const values: Record<string, AnswerValue> = {};
  const problems: Record<string, FieldProblem> = {};
  for (const field of fields) {
    const found = read(field, Object.hasOwn(given, field.name) ? given[field.name] : undefined);
    if ('problem' in found) problems[field.name] = found.problem;
    else if (found.value !== undefined) values[field.name] = found.value;
  }
  const strangers = Object.keys(given).some((name) => !fields.some((field) => field.name === name));
  return strangers || Object.keys(problems).length > 0 ? { ok: false, problems } : { ok: true, values };
}

type Found = { readonly value: AnswerValue | undefined } | { readonly problem: FieldProblem };

function read(field: FormField, given: unknown): Found {
  if (field.type === 'checkbox') {
    const ticked = given === true;
    if (!ticked && field.required) return { problem: 'required' };
    return given === undefined || typeof given === 'boolean' ? { value: ticked } : { problem: 'choice' };
  }
  const text = typeof given === 'string' ? tidy(field, given) : given;
  if (text === undefined || (typeof text === 'string' && isBlank(text)))
    return field.required ? { problem: 'required' } : { value: undefined };
  switch (field.type) {
    case 'number': {
      const number = typeof text === 'string' ? parseNumber(text) : text;
      if (typeof number !== 'number' || !Number.isFinite(number)) return { problem: 'number' };
      if (number < (field.min ?? -FORM_LIMITS.number)) return { problem: 'too_small' };
      return number > (field.max ?? FORM_LIMITS.number) ? { problem: 'too_large' } : { value: number };
    }
    case 'choice':
      return field.options.includes(text as string) ? { value: text as string } : { problem: 'choice' };
    default:
      if (typeof text !== 'string') return { problem: 'required' };
      if (text.length > LONGEST_ANSWERS[field.type]) return { problem: 'too_long' };
      return field.type === 'email' && !EMAIL.test(text) ? { problem: 'email' } : { value: text };
  }
}

/** In UTF-16 units, of the fields that are typed into. Each by its name, so that it gets into bundles without the table. */
export const LONGEST_ANSWERS = {
  text: FORM_LIMITS.answer.text,
  email: FORM_LIMITS.answer.email,
  'multi-line': FORM_LIMITS.answer['multi-line'],
} as const;

/** Only where lines were asked for may there be any. */
const tidy = ({ type }: FormField, text: string): string =>
  (type === 'multi-line' ? text.replace(/\r\n?/g, '\n') : text.replace(/\s+/g, ' ')).trim();

/**
 * A number as people type it: with a comma or a point, and in the digits of their own script. NaN for what is none, also with
 * thousands in groups: "1,500" is fifteen hundred in some countries, and one and a half in others.
 */
export function parseNumber(text: string): number {
  const plain = text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => `${digit.charCodeAt(0) & 0xf}`)
    .replace(/[\u2212\u2010-\u2013]/g, '-')
    .replace(/[,\u066b]/g, '.')
    .trim();
  return /^(?!\D?[1-9]\d{0,2}\.\d{3}$)[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** The answer as the log records it. `values` have been through `fillForm`. Never throws. */
export function createFormAnswer(form: Form, at: number, values: FormValues): FormAnswer {
  const answers = form.fields.flatMap(({ name, label }) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? [] : [{ name, label, value }];
  });
  return { type: 'form-answer', form: at, title: form.title, answers };
}

/** The answer as the text of a message, in the language of the form. Never throws. */
export function formAnswerToText({ title, answers }: Pick<FormAnswer, 'title' | 'answers'>): string {
  return [title, ...answers.map(({ label, value }) => `${label}: ${valueToText(value)}`)].join('\n');
}

const valueToText = (value: AnswerValue): string => (value === true ? '✓' : value === false ? '–' : `${value}`);
