/** Errors that the script on the host page finds out. Their readers are the site's developers. */

/** Also thrown by the headless client. */
export const CALL_INVALID = 'Correct the call.';

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
  frame_unreachable:
    'The chat could not be loaded. Either the inbox id is unknown, or the inbox does not allow this page’s origin, or a Content-Security-Policy blocks it, or the server cannot be reached.',
  script_refused:
    'The rest of the script was blocked, changed or not reached. Allow the chat server in the page’s script-src; compare what comes with /embed/manifest.json.',
  frame_unstable: 'The chat frame reloaded too often and was stopped.',
  protocol_unsupported: 'The script and the server speak different versions. Load the script from the server itself.',
} as const satisfies Record<string, string>;

export type StartErrorCode = keyof typeof START_ERRORS;
export type LinkErrorCode = keyof typeof LINK_ERRORS;
/** Found out by the page, not by the frame. */
export type PageErrorCode = StartErrorCode | LinkErrorCode;
