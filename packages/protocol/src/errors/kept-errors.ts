/** What a client finds out about messages that an earlier page had kept. In a file of its own, loaded with the part that looks. */
import type { ErrorRule } from './error-codes.js';

export const KEPT_ERRORS = {
  expired: { retry: false, message: 'This message waited too long to be sent. Send it again if it still matters.' },
  file_gone: { retry: false, message: 'The file is no longer there. Attach it again and send it.' },
} as const satisfies Record<string, ErrorRule>;

export type KeptErrorCode = keyof typeof KEPT_ERRORS;
