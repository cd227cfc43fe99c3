/** Errors that the chat client finds out about its inbox and its browser. Their readers are the site's developers. */
import type { ErrorRule, FrameErrorCode } from './error-codes.js';
import type { IDENTITY_ERRORS } from './identity-errors.js';
import type { START_ERRORS } from './page-errors.js';

export const CONSENT_REQUIRED = {
  retry: false,
  message: 'The visitor has to agree first: ask them, and pass what they agreed to on to consent().',
} as const satisfies ErrorRule;

export const INBOX_UNAVAILABLE = {
  retry: false,
  message: 'The server refused this inbox for this page. Check the inbox id and its allowed origins.',
} as const satisfies ErrorRule;

/** A request over HTTP got no answer, or one that makes no sense. */
export const SERVER_UNREACHABLE = {
  retry: true,
  message: 'The chat server could not be reached. Check baseUrl and the page’s connect-src, and try again.',
} as const satisfies ErrorRule;

export const PART_UNAVAILABLE = {
  retry: true,
  message: 'A part of the chat could not be loaded. It is tried again when it is needed next; nothing is lost.',
} as const satisfies ErrorRule;

export const FRAME_ERRORS = {
  inbox_unavailable: INBOX_UNAVAILABLE,
  consent_required: CONSENT_REQUIRED,
  message_failed: {
    retry: false,
    message: 'A message could not be sent. It stays in the chat with a button to try again.',
  },
  part_unavailable: PART_UNAVAILABLE,
  storage_unavailable: {
    retry: false,
    message: 'This browser keeps no data for the chat. It works, but is forgotten when the page closes.',
  },
} as const satisfies Record<
  Exclude<FrameErrorCode, keyof typeof START_ERRORS | keyof typeof IDENTITY_ERRORS>,
  ErrorRule
>;
