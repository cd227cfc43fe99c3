/** For the chat's own frame, beside the public exports. Not published. */

export { createInnerChatClient, type InnerChatClient } from '../core/client.js';
export type { PageQuestion } from '../core/lazy/client-tools/page-questions.js';
export { withTools } from '../core/lazy/client-tools/tool-entries.js';
export { type EnqueuedMessage, enqueueBeforeLoad } from '../core/outbox/enqueue-before-load.js';
export { clearStoredSession } from '../core/session/clear-stored-session.js';
export { browserPorts } from '../platform/browser.js';
export type { Ports } from '../platform/ports.js';
export { reportWithdrawal } from './report-withdrawal.js';
