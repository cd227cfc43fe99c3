/** The rings of identity keys, for the command that edits them. Loads nothing of the server. */
export { readInbox } from '../inbox/inbox-directory.js';
export { readRingFile, writeRing } from './key-files.js';
export {
  addKey,
  type IdentityKeyEntry,
  type KeyRing,
  keyStateOf,
  newIdentityKey,
  readRing,
  revokeKey,
} from './key-ring.js';
