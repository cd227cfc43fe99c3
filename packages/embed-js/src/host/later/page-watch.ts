/**
 * What few pages need of an open chat, each fetched when it is first needed: where on the site the visitor is, when a conversation
 * begins; the number in the title, with the first unread message; the page's scrolling, when the panel covers the page; the way
 * into a modal dialog of the page, and to a container in another window; the way back of a frame that did not load.
 */
export { pageAddress, watchPage } from '@service/protocol';
export { lockScrollWhileCovered } from '../scroll-lock.js';
export { createTitleBadge } from '../unread-title.js';
export { enterModal } from './enter-modal.js';
export { FrameRecovery } from './frame-recovery.js';
export { followOtherWindow } from './other-window.js';
