/**
 * What the name of a note begins with that a conversation is to be erased; its id is the rest. Notes lie among the unsent
 * messages, so that whoever looks for those finds them.
 */
import { unsentPrefix } from '../session/storage-keys.js';

export const erasurePrefix = (root: string): string => `${unsentPrefix(root)}erase:`;
