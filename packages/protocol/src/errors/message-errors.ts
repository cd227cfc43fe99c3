/** Errors of one message. Their readers are visitors. */
import type { ErrorRule } from './error-codes.js';

export const OUTBOX_ERRORS = {
  not_found: { retry: false, message: 'There is no such thing, or it is not yours.' },
  too_large: { retry: false, message: 'This message is too long. Shorten it and send it again.' },
  outbox_full: {
    retry: false,
    message: 'Too many messages wait to be sent. Send this one again once they are through.',
  },
} as const satisfies Record<string, ErrorRule>;

export type OutboxErrorCode = keyof typeof OUTBOX_ERRORS;
