/** Errors of one message, its files or its form. Their readers are visitors. */
import type { ErrorRule } from './error-codes.js';

export const OUTBOX_ERRORS = {
  not_found: { retry: false, message: 'There is no such thing, or it is not yours.' },
  too_large: { retry: false, message: 'This message is too long. Shorten it and send it again.' },
  outbox_full: {
    retry: false,
    message: 'Too many messages are waiting to be sent. Send this one again later.',
  },
} as const satisfies Record<string, ErrorRule>;

/** Of unsent messages that an earlier page has stored. */
export const STORED_MESSAGE_ERRORS = {
  expired: { retry: false, message: 'This message waited too long to be sent. Send it again if it still matters.' },
  file_gone: { retry: false, message: 'The file is no longer there. Attach it again and send it.' },
} as const satisfies Record<string, ErrorRule>;

/** Of a file, as far as the client can see before the upload. */
export const FILE_ERRORS = {
  file_empty: { retry: false, message: 'This file is empty.' },
  file_too_large: { retry: false, message: 'This file is larger than 10 MB. Send a smaller one.' },
  file_type: {
    retry: false,
    message: 'This kind of file can’t be sent. Send an image (JPEG, PNG, WebP, GIF), a PDF or a text file.',
  },
  too_many_files: { retry: false, message: 'A message can carry at most 5 files. Send the others in another message.' },
} as const satisfies Record<string, ErrorRule>;

export const FORM_ERRORS = {
  form_answered: { retry: false, message: 'This form has been answered already, perhaps in another tab.' },
  form_gone: { retry: false, message: 'This form can no longer be filled in. There may be a newer one below.' },
  form_invalid: { retry: false, message: 'The answers don’t fit the form. Check each field and send it again.' },
} as const satisfies Record<string, ErrorRule>;

export type OutboxErrorCode = keyof typeof OUTBOX_ERRORS;
export type StoredMessageErrorCode = keyof typeof STORED_MESSAGE_ERRORS;
export type FileErrorCode = keyof typeof FILE_ERRORS;
export type FormErrorCode = keyof typeof FORM_ERRORS;
