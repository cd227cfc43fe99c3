/**
 * The rules of themes, for what the server could not resolve: a scheme that changes while the chat is open, and a page's theme
 * that is too long for the frame's address.
 */
export { resolveTheme } from '@service/protocol';
