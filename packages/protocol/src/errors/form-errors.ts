/** Why an answer to a form is not taken. A file of its own: a client without forms carries none of it. */
import type { ErrorRule } from './error-codes.js';

export const FORM_ERRORS = {
  form_answered: { retry: false, message: 'This form has been answered already, perhaps in another tab.' },
  form_gone: { retry: false, message: 'This form can no longer be answered. A newer one may stand below it.' },
  form_invalid: { retry: false, message: 'The answers don’t fit the form. Check each field and send it again.' },
} as const satisfies Record<string, ErrorRule>;

export type FormErrorCode = keyof typeof FORM_ERRORS;
