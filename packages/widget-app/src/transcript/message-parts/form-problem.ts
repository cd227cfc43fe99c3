/** The problem of an answer as a sentence that explains what to write instead. */
import { type FieldProblem, FORM_LIMITS, type FormField, LONGEST_ANSWERS } from '@service/protocol';
import type { Texts } from '../../i18n/texts.js';

export function fieldProblemText(problem: FieldProblem, field: FormField, { form: words, language }: Texts): string {
  const number = (value: number): string => new Intl.NumberFormat(language).format(value);
  switch (problem) {
    case 'required':
      return field.type === 'checkbox' ? words.tick : field.type === 'choice' ? words.choose : words.required;
    case 'too_long':
      return words.tooLong(
        number(LONGEST_ANSWERS[field.type === 'email' || field.type === 'multi-line' ? field.type : 'text']),
      );
    case 'too_small':
      return words.atLeast(
        number(field.type === 'number' && field.min !== undefined ? field.min : -FORM_LIMITS.number),
      );
    case 'too_large':
      return words.atMost(number(field.type === 'number' && field.max !== undefined ? field.max : FORM_LIMITS.number));
    case 'email':
      return words.email;
    case 'number':
      return words.number;
    case 'choice':
      return words.choose;
  }
}
