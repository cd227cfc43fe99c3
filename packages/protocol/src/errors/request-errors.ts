/** Every error that a request can be answered with: one table, read by the server, the fake server and CONFORMANCE.md. */
import type { ErrorRule } from './error-codes.js';
import {
  FILE_ERRORS,
  type FileErrorCode,
  FORM_ERRORS,
  type FormErrorCode,
  OUTBOX_ERRORS,
  type OutboxErrorCode,
  STORED_MESSAGE_ERRORS,
  type StoredMessageErrorCode,
} from './message-errors.js';

/** Found out by the server only. Its answer carries `retry` and the sentence, so clients need not know them. */
const SERVER_ERRORS = {
  bad_frame: { retry: false, message: 'The frame could not be read. Compare it with the protocol description.' },
  unknown_type: { retry: false, message: 'This server does not know the frame type. Check `welcome.v`.' },
  forbidden: { retry: false, message: 'You may not do this.' },
  empty: { retry: false, message: 'Write something first.' },
  inbox_paused: { retry: false, message: 'This chat takes no messages for now. Come back later.' },
  conversation_closed: { retry: false, message: 'This conversation is closed. Start a new one.' },
  file_unreadable: { retry: false, message: 'This file is damaged and can’t be read. Save it again and send that.' },
  image_too_large: { retry: false, message: 'This image has too many pixels. Make it smaller and send it again.' },
  upload_quota: { retry: false, message: 'You have sent many files today. Send this one tomorrow.' },
  message_quota: { retry: false, message: 'You have written very much today. Send this message again tomorrow.' },
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
  STORED_MESSAGE_ERRORS,
  FILE_ERRORS,
  FORM_ERRORS,
  SERVER_ERRORS,
);

export type RequestErrorCode =
  | OutboxErrorCode
  | StoredMessageErrorCode
  | FileErrorCode
  | FormErrorCode
  | keyof typeof SERVER_ERRORS;
