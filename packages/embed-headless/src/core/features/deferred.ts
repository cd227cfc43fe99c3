/**
 * The features that nearly every visit comes to need, fetched as one file: each in a file of its own would divide the core,
 * too, into the parts that it shares with this one and with that, and all of them would weigh more.
 */

/**
 * Nobody asks for them here. But with them a bundler sees that this file needs all of the core, and leaves the core in one
 * piece, which weighs 250 bytes less than the same in two.
 */
export { ConsentRequired, createChatClient, hasStoredChat, toTimelineEntries } from '../index.js';
export { adoption } from '../outbox/orphaned-messages.js';
export { alerts } from './alerts.js';
export { conversations } from './conversations.js';
export { history } from './history.js';
export { line } from './queue.js';
export { receipts } from './receipts.js';
export { search } from './search.js';
export { typing } from './typing.js';
