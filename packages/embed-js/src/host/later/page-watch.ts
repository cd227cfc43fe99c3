/** Fetched when a conversation begins, and when the chat is opened before a modal dialog. */
export { pageAddress, watchPage } from '@service/protocol';
export { enterModal } from './enter-modal.js';
export { keepOpen } from './keep-open.js';
