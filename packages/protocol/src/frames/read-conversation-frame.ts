/**
 * Reads what the server says of whole conversations, by hand like read-frame.ts, and apart from it: a client loads this when
 * it is needed.
 */

import { CONVERSATION_LIMITS } from '../limits.js';
import { type Check, listOf, matching, oneOf, shape, shortText, whole } from './checks.js';
import type { ConversationServerFrame } from './conversations.js';
import { SERVER_ID } from './ids.js';
import type { Handler } from './log.js';

const id: Check = matching(SERVER_ID);
const summary = shape({
  conversation: id,
  text: shortText,
  at: whole,
  unread: whole,
  handler: oneOf('agent', 'queued', 'human', 'closed' satisfies Handler),
});

const frames: Readonly<Record<ConversationServerFrame['t'], Check>> = {
  conversations: shape({
    id: shortText,
    conversations: listOf(summary, CONVERSATION_LIMITS.listedConversations),
  }),
  opened: shape({ id: shortText, conversation: id }),
  erased: shape({ conversation: id }),
  seen: shape({ conversation: id, seq: whole }),
};

/** The frame, or null when it is none of these or can't be trusted. */
export function readConversationFrame(frame: { readonly t: string }): ConversationServerFrame | null {
  if (!Object.hasOwn(frames, frame.t)) return null;
  return frames[frame.t as ConversationServerFrame['t']](frame) ? (frame as ConversationServerFrame) : null;
}
