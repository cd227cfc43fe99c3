/** Errors that the script on the host page finds out. Their readers are the site's developers. */

/** Also thrown by the headless client. */
export const CALL_INVALID = 'Correct the call.';

/** Apart from the others, which the headless client carries too. */
export const SCRIPT_REFUSED = 'The rest of the script did not load: no network, refused, or changed.';

/** Every page carries these sentences, so they are short. Details of the case are added where it is found out. */
export const START_ERRORS = {
  config_invalid: 'Correct the configuration.',
  base_url_missing: 'Set baseUrl: "https://chat.example.com".',
  container_missing: 'No such element.',
  unsupported_origin: 'Serve this page over https.',
  insecure_self_host: 'Give the chat server its own origin.',
  not_initialised: 'Call init() first.',
  call_invalid: CALL_INVALID,
  calls_dropped: 'At most 100 calls wait for ready.',
} as const satisfies Record<string, string>;

/** Found out by what is loaded with the frame. */
export const LINK_ERRORS = {
  already_initialised: 'Call destroy() first.',
  script_refused: SCRIPT_REFUSED,
  frame_unstable: 'The page removed or reloaded the chat frame too often.',
  protocol_unsupported: 'Script and server differ in version. Load the script from the server.',
} as const satisfies Record<string, string>;

/** Found out by what is loaded when nothing in the frame answers. */
export const FRAME_LOST_ERRORS = {
  frame_unreachable:
    'The chat did not load: unknown inbox, page not allowed by it, Content-Security-Policy, Local Network Access, or no server. Call diagnose().',
} as const satisfies Record<string, string>;

/** The same error where the server does not answer either, so that nothing is refused. */
export const SERVER_SILENT =
  'The chat server does not answer: no network, no server, or Local Network Access. The chat loads as soon as it does. Call diagnose().';

/** Found out when the chat is opened. */
export const MODAL_ERRORS = {
  modal_in_the_way:
    'A modal dialog or a full screen of the page covers the chat, and this browser can’t bring the chat before it. Close that, then call open() again.',
} as const satisfies Record<string, string>;

export type StartErrorCode = keyof typeof START_ERRORS;
export type LinkErrorCode = keyof typeof LINK_ERRORS;
/** Found out by the page, not by the frame. */
export type PageErrorCode = StartErrorCode | LinkErrorCode | keyof typeof FRAME_LOST_ERRORS | keyof typeof MODAL_ERRORS;
