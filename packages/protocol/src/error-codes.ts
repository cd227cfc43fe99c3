/**
 * Every error that a person or a program can meet, with the sentence that tells the reader what to do next.
 * `retry` says whether the very same request may be sent again; the client core and the server both decide by it.
 */
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
  expired: { retry: false, message: 'This message waited too long to be sent. Send it again if it still matters.' },
} as const satisfies Record<string, ErrorRule>;

/** What only the server says, and says in full: its answer carries `retry` and the sentence. */
const SERVER_ERRORS = {
  bad_frame: { retry: false, message: 'The frame could not be read. Compare it with the protocol description.' },
  unknown_type: { retry: false, message: 'This server does not know the frame type. Check `welcome.v`.' },
  forbidden: { retry: false, message: 'You may not do this.' },
  empty: { retry: false, message: 'Write something first.' },
  conversation_closed: { retry: false, message: 'This conversation is closed. Start a new one.' },
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
  SERVER_ERRORS,
);

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

/** What the script on the page finds out by itself. Each sentence is weight that every page carries. */
export const PAGE_ERRORS = {
  config_invalid: { retry: false, message: 'The configuration has a problem.' },
  base_url_missing: {
    retry: false,
    message: 'Tell init() where the server is: init({ baseUrl: "https://chat.example.com", … }).',
  },
  container_missing: { retry: false, message: 'There is no element with the id given in containerId.' },
  unsupported_origin: {
    retry: false,
    message: 'This page has no web origin (file:, data: or a sandboxed frame). Serve it over http or https.',
  },
  insecure_self_host: {
    retry: false,
    message:
      'The chat server has the same origin as this page, which would undo the frame’s isolation. Give it its own.',
  },
  already_initialised: {
    retry: false,
    message: 'init() was called before. Call destroy() first to start with another configuration.',
  },
  frame_unreachable: {
    retry: false,
    message:
      'The chat could not be loaded. Either the inbox id is unknown, or the inbox does not allow this page’s origin, or a Content-Security-Policy without our frame-src blocks it, or the server cannot be reached.',
  },
  frame_unstable: { retry: false, message: 'The chat frame reloaded too often and was stopped.' },
  protocol_unsupported: {
    retry: false,
    message: 'The script and the server speak different versions. Load the script from the server itself.',
  },
  not_initialised: { retry: false, message: 'Call init({ inboxId: "…" }) first.' },
  call_invalid: { retry: false, message: 'A function of the widget was called with something it can’t use.' },
  calls_dropped: {
    retry: false,
    message: 'Too many calls were made before the chat was ready; the newest were dropped. Wait for the ready event.',
  },
} as const satisfies Record<string, ErrorRule>;

/** What the frame finds out, and says in full: the page needs to know these by name only. */
export const FRAME_ERROR_CODES = [
  'inbox_unavailable',
  'consent_required',
  'message_failed',
  'part_unavailable',
  'storage_unavailable',
  'identity_invalid',
  'identity_expired',
  'identity_replayed',
  'identity_required',
  'identity_unavailable',
] as const;

const FRAME_ERRORS = {
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
  identity_invalid: {
    retry: false,
    message: 'The identity token was refused, or what it proved was revoked. Check how it is signed, with which key.',
  },
  identity_expired: { retry: false, message: 'The identity token was too old, twice. Sign one for each request.' },
  identity_replayed: { retry: false, message: 'The identity token was used before, twice. Sign one for each request.' },
  identity_required: { retry: false, message: 'This inbox serves identified visitors only: call identify() first.' },
  identity_unavailable: {
    retry: false,
    message: 'The page’s token function failed, hung, or gave no token. Nobody was signed in.',
  },
} as const satisfies Record<(typeof FRAME_ERROR_CODES)[number], ErrorRule>;

/** What can go wrong between a site and the widget; delivered by the `error` event and on the console. */
export const EMBED_ERRORS: Readonly<Record<EmbedErrorCode, ErrorRule>> = /* @__PURE__ */ Object.assign(
  {},
  PAGE_ERRORS,
  FRAME_ERRORS,
);

export type PageErrorCode = keyof typeof PAGE_ERRORS;
export type OutboxErrorCode = keyof typeof OUTBOX_ERRORS;
export type RequestErrorCode = OutboxErrorCode | keyof typeof SERVER_ERRORS;
export type EmbedErrorCode = keyof typeof PAGE_ERRORS | keyof typeof FRAME_ERRORS;
