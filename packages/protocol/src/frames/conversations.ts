/**
 * Frames about whole conversations: the list of them, going to another, erasing one, withdrawing the consent, and how far the
 * people of the business have read one.
 */
import { CONVERSATION_LIMITS } from '../limits.js';
import { type Check, listOf, matching, oneOf, shape, shortText, whole } from './checks.js';
import { SERVER_ID } from './ids.js';
import type { Handler } from './log.js';

/** One of the visitor's conversations, as a list shows it. */
export interface ConversationSummary {
  /** Its id, for `openConversation`. */
  readonly conversation: string;
  /** The beginning of the last message, at most `summaryLength` UTF-16 code units; empty if there is none. */
  readonly text: string;
  /** Time of the last message or answer, or of the last event if there is none. Unix milliseconds. */
  readonly at: number;
  /** Messages for the visitor beyond their read watermark; counted up to `snapshotEvents` back. */
  readonly unread: number;
  /** Who answers in it. */
  readonly handler: Handler;
}

/** Asks for the visitor's conversations. Answered by `conversations`. */
export interface ListFrame {
  readonly t: 'list';
  readonly id: string;
}

/**
 * Goes to another conversation of this visitor, or with null to a new one; the session stays the same and is in that
 * conversation from now on. Idempotent: the same `id` of the same visitor is the same new conversation. Answered by
 * `opened` and then, as after `follow`, by the log as a snapshot. What was followed before is followed no longer.
 */
export interface OpenFrame {
  readonly t: 'open';
  readonly id: string;
  readonly conversation: string | null;
}

/**
 * Erases a conversation of this visitor for good: its log, duties, watermarks, and the visitor's attributes. Idempotent.
 * Answered by `erased`.
 */
export interface EraseFrame {
  readonly t: 'erase';
  readonly id: string;
  readonly conversation: string;
}

/**
 * The visitor takes their consent back: their sessions end at once, answers stop, conversations are closed. The server
 * closes with 4452, here and wherever else they are; a client that forgets everything and leaves at once need not wait for
 * that.
 */
export interface WithdrawFrame {
  readonly t: 'withdraw';
}

export type ConversationClientFrame = ListFrame | OpenFrame | EraseFrame | WithdrawFrame;

/** The visitor's conversations that have begun, the one with the latest message first. */
export interface ConversationsFrame {
  readonly t: 'conversations';
  readonly id: string;
  readonly conversations: readonly ConversationSummary[];
}

/** The session is in this conversation now; its log follows. */
export interface OpenedFrame {
  readonly t: 'opened';
  readonly id: string;
  readonly conversation: string;
}

/** The conversation is gone for good. Nothing of it may be shown or sent any more; a new `hello` leads somewhere else. */
export interface ErasedFrame {
  readonly t: 'erased';
  readonly conversation: string;
}

/** People of the business have read the log up to here. A watermark, like `read`; sent once they have read anything. */
export interface SeenFrame {
  readonly t: 'seen';
  readonly conversation: string;
  readonly seq: number;
}

export type ConversationServerFrame = ConversationsFrame | OpenedFrame | ErasedFrame | SeenFrame;

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
