/**
 * Errors between the host page and the frame. A module of its own, loaded with the frame: in page-errors.ts these sentences
 * would add 220 bytes to what every page loads.
 */
export const LINK_ERRORS = {
  frame_unreachable:
    'The chat could not be loaded. Either the inbox id is unknown, or the inbox does not allow this page’s origin, or a Content-Security-Policy blocks it, or the server cannot be reached.',
  script_refused:
    'The rest of the script was blocked, changed or not reached. Allow the chat server in the page’s script-src; compare what comes with /embed/manifest.json.',
  frame_unstable: 'The chat frame reloaded too often and was stopped.',
  protocol_unsupported: 'The script and the server speak different versions. Load the script from the server itself.',
} as const satisfies Record<string, string>;
