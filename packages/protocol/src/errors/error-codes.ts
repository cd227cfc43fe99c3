/**
 * Every error that a person or a program can meet, with the sentence that tells the reader what to do next.
 * `retry` says whether the very same request may be sent again; the client core and the server both decide by it.
 */
import type { FRAME_ERROR_CODES } from './frame-error-codes.js';
import type { IDENTITY_ERRORS } from './identity-errors.js';
import type { LINK_ERRORS } from './link-errors.js';

export interface ErrorRule {
  readonly retry: boolean;
  readonly message: string;
}

/** What a client finds out about a message by itself. */
export const OUTBOX_ERRORS = {
  not_found: { retry: false, message: 'There is no such thing, or it is not yours.' },
  too_large: { retry: false, message: 'This message is too long. Shorten it and send it again.' },
  outbox_full: {
    retry: false,
    message: 'Too many messages wait to be sent. Send this one again once they are through.',
  },
} as const satisfies Record<string, ErrorRule>;

/** On its own, so that a client which throws it does not carry the whole table below. */
export const CONSENT_REQUIRED = {
  retry: false,
  message: 'The visitor has to agree first: ask them, and pass what they agreed to on to consent().',
} as const satisfies ErrorRule;

/** On its own for the same reason. */
export const INBOX_UNAVAILABLE = {
  retry: false,
  message: 'The server refused this inbox for this page. Check the inbox id and its allowed origins.',
} as const satisfies ErrorRule;

/** For whoever asks over HTTP and gets no answer, or none that makes sense. */
export const SERVER_UNREACHABLE = {
  retry: true,
  message: 'The chat server could not be reached. Check baseUrl and the page’s connect-src, and try again.',
} as const satisfies ErrorRule;

/** On its own for the same reason. */
export const PART_UNAVAILABLE = {
  retry: true,
  message: 'A part of the chat could not be loaded. It is tried again when it is needed next; nothing is lost.',
} as const satisfies ErrorRule;

/** On its own for the same reason. */
export const CALL_INVALID = 'Correct the call.';

/**
 * What the script on the page finds out by itself, and what to do about it. Each sentence is weight that every page
 * carries; details of the very case are added where it is found out.
 */
export const START_ERRORS = {
  config_invalid: 'Correct the configuration.',
  base_url_missing: 'Tell init() where the server is: baseUrl: "https://chat.example.com".',
  container_missing: 'No element has this id.',
  unsupported_origin: 'Serve this page over http or https: it has no origin.',
  insecure_self_host: 'Give the chat server an origin of its own.',
  already_initialised: 'Call destroy() before init() with another configuration.',
  not_initialised: 'Call init() first.',
  call_invalid: CALL_INVALID,
  calls_dropped: 'Wait for the ready event: the newest calls were dropped.',
} as const satisfies Record<string, string>;

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
  Exclude<(typeof FRAME_ERROR_CODES)[number], keyof typeof START_ERRORS | keyof typeof IDENTITY_ERRORS>,
  ErrorRule
>;

export type StartErrorCode = keyof typeof START_ERRORS;
export type LinkErrorCode = keyof typeof LINK_ERRORS;
/** What the page's side tells, as opposed to the frame. */
export type PageErrorCode = StartErrorCode | LinkErrorCode;
export type OutboxErrorCode = keyof typeof OUTBOX_ERRORS;
/** Names what went wrong, in the page or in its chat. The sentence beside it says what to do. */
export type EmbedErrorCode = PageErrorCode | keyof typeof FRAME_ERRORS | keyof typeof IDENTITY_ERRORS;
