/** A form while a person builds it: incomplete at any moment, and a form of the protocol when it is complete. */
import { asksForSecret, FORM_LIMITS, type Form, type FormField, isBlank, readParts } from '@service/protocol';

export interface FieldDraft {
  /** Identifies the field while the form is built. */
  readonly key: number;
  readonly type: FormField['type'];
  readonly label: string;
  readonly required: boolean;
  /** For a choice: one per line. */
  readonly options: string;
}

export interface FormDraft {
  readonly title: string;
  readonly fields: readonly FieldDraft[];
}

export const newField = (key: number): FieldDraft => ({ key, type: 'text', label: '', required: true, options: '' });
export const NEW_FORM: FormDraft = { title: '', fields: [newField(1)] };

export type Finished = { readonly ok: true; readonly form: Form } | { readonly ok: false; readonly problem: string };

/** The form, or a sentence about what is missing. */
export function finishForm({ title, fields }: FormDraft): Finished {
  if (isBlank(title)) return incomplete('Give the form a title.');
  const made = fields.map((field, i) => fieldOf(field, i + 1));
  if (made.some(({ label }) => isBlank(label))) return incomplete('Each field needs a label.');
  if (made.some((field) => field.type === 'choice' && field.options.length === 0))
    return incomplete('Add options to choose from, one per line.');
  const secret = made.find(asksForSecret);
  if (secret)
    return incomplete(`“${secret.label}” asks for a secret. Never ask for passwords, codes or card numbers in a chat.`);
  if (made.filter(({ type }) => type === 'multi-line').length > FORM_LIMITS.multiLines)
    return incomplete(`A form can have at most ${FORM_LIMITS.multiLines} multi-line fields.`);
  const form: Form = { type: 'form', title: title.trim(), fields: made };
  return readParts(JSON.stringify([form])).length === 1
    ? { ok: true, form }
    : incomplete('A text is too long, or an option is listed twice. Shorten or change it.');
}

const incomplete = (problem: string): Finished => ({ ok: false, problem });

function fieldOf({ type, label, required, options }: FieldDraft, number: number): FormField {
  const asked = { name: `field${number}`, label: label.trim(), ...(required && { required }) };
  if (type !== 'choice') return { ...asked, type };
  const lines = options
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !isBlank(line));
  return { ...asked, type, options: lines };
}
