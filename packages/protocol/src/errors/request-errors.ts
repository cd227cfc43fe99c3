/**
 * Whatever a request can be answered with. In a file of its own, so that a client carries the sentences of what it finds out
 * by itself and no others: the server says its own in full.
 */
import { type ErrorRule, OUTBOX_ERRORS, type OutboxErrorCode } from './error-codes.js';
import { FILE_ERRORS, type FileErrorCode } from './file-errors.js';
import { FORM_ERRORS, type FormErrorCode } from './form-errors.js';
import { KEPT_ERRORS, type KeptErrorCode } from './kept-errors.js';

/** What only the server says, and says in full: its answer carries `retry` and the sentence. */
const SERVER_ERRORS = {
  bad_frame: { retry: false, message: 'The frame could not be read. Compare it with the protocol description.' },
  unknown_type: { retry: false, message: 'This server does not know the frame type. Check `welcome.v`.' },
  forbidden: { retry: false, message: 'You may not do this.' },
  empty: { retry: false, message: 'Write something first.' },
  conversation_closed: { retry: false, message: 'This conversation is closed. Start a new one.' },
  file_unreadable: { retry: false, message: 'This file is damaged and can’t be read. Save it again and send that.' },
  image_too_large: { retry: false, message: 'This image has too many pixels. Make it smaller and send it again.' },
  upload_quota: { retry: false, message: 'You have sent many files today. Send this one tomorrow.' },
  idempotency_conflict: { retry: false, message: 'This client id was used for another message. Use a new id.' },
  rate_limited: { retry: true, message: 'Too many messages at once. It will be sent again shortly.' },
  busy: { retry: true, message: 'The server is busy. It will be tried again shortly.' },
  store_unavailable: { retry: true, message: 'The message could not be stored yet. It will be tried again shortly.' },
  internal: { retry: true, message: 'The server failed. It will be tried again shortly.' },
} as const satisfies Record<string, ErrorRule>;

/** Answers to one frame; the connection lives on. */
export const REQUEST_ERRORS: Readonly<Record<RequestErrorCode, ErrorRule>> = /* @__PURE__ */ Object.assign(
  {},
  OUTBOX_ERRORS,
  KEPT_ERRORS,
  FILE_ERRORS,
  FORM_ERRORS,
  SERVER_ERRORS,
);

export type RequestErrorCode =
  | OutboxErrorCode
  | KeptErrorCode
  | FileErrorCode
  | FormErrorCode
  | keyof typeof SERVER_ERRORS;
