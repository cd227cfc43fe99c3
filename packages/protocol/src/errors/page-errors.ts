/** Errors that the script on the host page finds out before there is a frame. Their readers are the site's developers. */
import type { LINK_ERRORS } from './link-errors.js';

/** Also thrown by the headless client. */
export const CALL_INVALID = 'Correct the call.';

/** Every page carries these sentences, so they are short. Details of the case are added where it is found out. */
export const START_ERRORS = {
  config_invalid: 'Correct the configuration.',
  base_url_missing: 'Set baseUrl, such as "https://chat.example.com".',
  container_missing: 'No element has this id.',
  unsupported_origin: 'Serve this page over http or https.',
  insecure_self_host: 'Give the chat server an origin of its own.',
  already_initialised: 'Call destroy() before another init().',
  not_initialised: 'Call init() first.',
  call_invalid: CALL_INVALID,
  calls_dropped: 'Wait for ready: the newest calls were dropped.',
} as const satisfies Record<string, string>;

export type StartErrorCode = keyof typeof START_ERRORS;
export type LinkErrorCode = keyof typeof LINK_ERRORS;
/** Found out by the page, not by the frame. */
export type PageErrorCode = StartErrorCode | LinkErrorCode;
