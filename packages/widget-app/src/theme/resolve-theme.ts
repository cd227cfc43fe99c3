/**
 * The rule of themes, for what the server could not work out: a scheme that changes while the chat is there, and a page's
 * theme that is too long for the frame's address.
 */
export { resolveTheme } from '@service/protocol';
