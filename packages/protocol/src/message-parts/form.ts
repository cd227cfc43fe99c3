/**
 * A form under a message: a few fields that the visitor fills in where they were asked, and answers once. What may be asked
 * is decided here: there is no field for a secret, and a field that asks for one in words is refused (see `asksForSecret`).
 */
import { FORM_LIMITS } from '../limits.js';

/** What the browser may fill in by itself. Neither cards nor passwords nor codes are among it. */
export const AUTOFILLS = [
  'name',
  'given-name',
  'family-name',
  'tel',
  'organization',
  'street-address',
  'address-level2',
  'postal-code',
  'country-name',
] as const;
/** What a browser may fill in by itself. */
export type Autofill = (typeof AUTOFILLS)[number];

/** What every field has. */
export interface FormFieldBase {
  /** Names the answer for its reader; unique within the form. */
  readonly name: string;
  /** What is asked. */
  readonly label: string;
  /** A line under the label. */
  readonly hint?: string;
  /** Default false. A required checkbox has to be ticked. */
  readonly required?: boolean;
}

/** One field of a form. */
export type FormField =
  /** One line. */
  | (FormFieldBase & { readonly type: 'text'; readonly autofill?: Autofill })
  | (FormFieldBase & { readonly type: 'multi-line' })
  | (FormFieldBase & { readonly type: 'email' })
  | (FormFieldBase & { readonly type: 'number'; readonly min?: number; readonly max?: number })
  /** One of these, answered by its own words. */
  | (FormFieldBase & { readonly type: 'choice'; readonly options: readonly string[] })
  | (FormFieldBase & { readonly type: 'checkbox' });

/** It can be answered until it was, or until a later form has taken its place; at most one in a message. */
export interface Form {
  /** Tells it from other parts. */
  readonly type: 'form';
  /** What it is about. */
  readonly title: string;
  /** A sentence under the title. Default: none. */
  readonly text?: string;
  /** In the order in which they are shown. */
  readonly fields: readonly FormField[];
}

/** What a field was answered with. */
export type AnswerValue = string | number | boolean;
/** By the names of the fields; what was left empty is not there. */
export type FormValues = Readonly<Record<string, AnswerValue>>;

/** What a visitor fills in, on its way: `form` is the number in the log of the message that asks. */
export interface FilledForm {
  /** Number in the log of the message that asks. */
  readonly form: number;
  /** By the names of the fields; what was left empty is not there. */
  readonly values: FormValues;
}

/**
 * What was filled in, as the log records it: made by the server from the form and the values, so that it can be read without
 * the form. In `parts` of the visitor's message, whose text says the same in words.
 */
export interface FormAnswer {
  /** Tells it from other parts. */
  readonly type: 'form-answer';
  /** Number in the log of the message that asked. */
  readonly form: number;
  /** That of the form. */
  readonly title: string;
  /** In the order of the fields, without those that were left empty. */
  readonly answers: readonly { readonly name: string; readonly label: string; readonly value: AnswerValue }[];
}

/** False when no number could ever satisfy it. */
export const isAnswerable = (field: FormField): boolean =>
  field.type !== 'number' || (field.min ?? -FORM_LIMITS.number) <= (field.max ?? FORM_LIMITS.number);

/** How a field is named. */
export const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;
