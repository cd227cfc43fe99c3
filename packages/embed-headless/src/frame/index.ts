/**
 * What the chat's own frame needs of the client beside what everybody may use: it speaks for the page around it, and
 * begins before the client is there. Not part of what is published.
 */
export { type InnerChatClient, innerChatClient } from '../core/create-chat-client.js';
export type { PageAsks } from '../core/features/page-questions.js';
export { withTools } from '../core/features/tool-entries.js';
export { forgetKept } from '../core/forget-kept.js';
export { type EarlyMessage, keepEarly } from '../core/keep-early.js';
export { tellWithdrawn } from './tell-withdrawn.js';
