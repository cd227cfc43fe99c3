/** The rings of identity keys, for the command that edits them. Loads nothing of the server. */
export { readInbox } from '../inbox/inbox-directory.js';
export { ringIn, writeRing } from './key-files.js';
export { type IdentityKeyEntry, stateOf, withNewKey, withRevoked } from './key-ring.js';
