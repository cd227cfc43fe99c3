/** A form as a person puts it together: half-finished at any moment, and a form of the contract when it is whole. */
import { asksForSecret, FORM_LIMITS, type Form, type FormField, readParts } from '@service/protocol';

export interface FieldDraft {
  /** Tells one from another while they are put together. */
  readonly key: number;
  readonly type: FormField['type'];
  readonly label: string;
  readonly required: boolean;
  /** For a choice: one a line. */
  readonly options: string;
}

export interface FormDraft {
  readonly title: string;
  readonly fields: readonly FieldDraft[];
}

export const newField = (key: number): FieldDraft => ({ key, type: 'text', label: '', required: true, options: '' });
export const NEW_FORM: FormDraft = { title: '', fields: [newField(1)] };

export type Finished = { readonly ok: true; readonly form: Form } | { readonly ok: false; readonly why: string };

/** The form, or what is still missing in it, as a sentence. */
export function finish({ title, fields }: FormDraft): Finished {
  if (title.trim() === '') return no('Give the form a title.');
  const made = fields.map((field, i) => fieldOf(field, i + 1));
  if (made.some(({ label }) => label === '')) return no('Each field needs a label.');
  if (made.some((field) => field.type === 'choice' && field.options.length === 0))
    return no('Write what there is to choose from, one a line.');
  const secret = made.find(asksForSecret);
  if (secret)
    return no(`“${secret.label}” asks for a secret. A chat is no place for passwords, codes or card numbers.`);
  if (made.filter(({ type }) => type === 'multi-line').length > FORM_LIMITS.multiLines)
    return no(`A form has at most ${FORM_LIMITS.multiLines} fields of several lines.`);
  const form: Form = { type: 'form', title: title.trim(), fields: made };
  return readParts(JSON.stringify([form])).length === 1
    ? { ok: true, form }
    : no('Something in it is too long or stands there twice. Shorten it.');
}

const no = (why: string): Finished => ({ ok: false, why });

function fieldOf({ type, label, required, options }: FieldDraft, number: number): FormField {
  const asked = { name: `field${number}`, label: label.trim(), ...(required && { required }) };
  if (type !== 'choice') return { ...asked, type };
  const lines = options
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return { ...asked, type, options: lines };
}
