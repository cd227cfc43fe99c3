/**
 * What the chat's own frame needs of the client beside what everybody may use: it speaks for the page around it, and
 * begins before the client is there. Not part of what is published.
 */
export { browserPorts } from '../core/browser-ports.js';
export { type InnerChatClient, innerChatClient } from '../core/create-chat-client.js';
export type { PageAsks } from '../core/features/page-questions.js';
export { tellWithdrawn } from '../core/features/tell-withdrawn.js';
export { withTools } from '../core/features/tool-entries.js';
export { forgetKept } from '../core/forget-kept.js';
export { type EarlyMessage, keepEarly } from '../core/keep-early.js';
export type { Ports } from '../core/ports.js';
