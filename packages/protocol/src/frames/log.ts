/**
 * The events of a conversation's log. They are numbered 1, 2, 3 … without gaps; the log is the only truth, and
 * everything a screen shows is computed from it. Deltas, typing and pings are not in it and may be lost at any time.
 */

import type { Attachment } from '../message-parts/attachment.js';
import type { ToolLogBody } from './tools.js';

/** `system`: the service itself, as when a conversation is closed by a rule. */
export type AuthorKind = 'visitor' | 'ai' | 'human' | 'system';

/** Who wrote something. */
export interface Author {
  /** On which side they are. */
  readonly kind: AuthorKind;
  /** The same for everything that they write in this inbox. */
  readonly id: string;
  /** Shown to the other side. */
  readonly name?: string;
}

/** Where a sentence of an answer comes from. `quote` is the text of the source itself, never a paraphrase. */
export interface Citation {
  /** 1, 2, 3 …: the number shown, and the `[1]` in the answer's text. */
  readonly number: number;
  /** Names the article. */
  readonly documentId: string;
  /** Its title, as the reader knows it. */
  readonly title: string;
  /** Where it can be read, if it is published. */
  readonly url?: string;
  /** The very words of the source. */
  readonly quote: string;
}

/** How sure the answerer is: it answered, it only found something near, or it says that it doesn't know. */
export type AnswerOutcome = 'answered' | 'near' | 'unknown' | 'smalltalk';

/** Who answers now: the agent, a person who has yet to come (`queued`), a person, or none because it is closed. */
export type Handler = 'agent' | 'queued' | 'human' | 'closed';

/** Good, bad, or no opinion any more. */
export type FeedbackValue = 'up' | 'down' | null;

/** A version of an AI agent of the team's. Answers of one version are answers of the same instructions and rules. */
export interface AnsweringAgent {
  /** Of the agent; the same for all of its versions. */
  readonly id: string;
  /** Its number: 1, 2, 3 … */
  readonly version: number;
}

/** What happened, by its kind. */
export type LogBody =
  /** A finished message of a visitor or a person. */
  | {
      readonly kind: 'message';
      readonly text: string;
      readonly attachments?: readonly Attachment[];
      /** `Part`s as JSON text, see `readParts`; a visitor's hold what they filled in, see `readFormAnswer`. */
      readonly parts?: string;
    }
  /** An answer begins; its text follows as deltas. `attempt` rises when a crashed answer is begun again. */
  | { readonly kind: 'answer.started'; readonly message: string; readonly run: string; readonly attempt: number }
  /** The whole answer. It replaces whatever the deltas built. */
  | {
      readonly kind: 'answer.completed';
      readonly message: string;
      readonly run: string;
      readonly text: string;
      readonly outcome: AnswerOutcome;
      readonly citations: readonly Citation[];
      /** True when the visitor should be offered a person. */
      readonly offerPerson: boolean;
      readonly parts?: string;
      /** Which version of which AI agent wrote it. Absent: the inbox has none. */
      readonly agent?: AnsweringAgent;
    }
  /** The answer ended early; `text` is what had been written. */
  | {
      readonly kind: 'answer.interrupted';
      readonly message: string;
      readonly run: string;
      readonly text: string;
      readonly reason: 'stopped' | 'failed' | 'handoff';
      readonly agent?: AnsweringAgent;
    }
  /** The visitor (or the agent) asked for a person; the agent is silent from here on. */
  | { readonly kind: 'handoff.requested'; readonly reason?: string }
  /** A person took the conversation. */
  | { readonly kind: 'handoff.accepted' }
  /** Back to the agent: by the visitor who no longer wants to wait, or by the person who is done. */
  | { readonly kind: 'handoff.ended' }
  | { readonly kind: 'conversation.closed' }
  /** What the visitor thinks of an answer, by its message id. The last one counts; null takes it back. */
  | { readonly kind: 'feedback'; readonly message: string; readonly value: FeedbackValue }
  /** What became of a call of one of the page's functions. */
  | ToolLogBody;

export type LogKind = LogBody['kind'];

/** One entry of a conversation’s log. */
export interface LogEvent {
  /** Number in the log: 1, 2, 3 … without gaps. */
  readonly seq: number;
  /** Server time, Unix milliseconds. For showing only; order is `seq`. */
  readonly at: number;
  /** Whose it is. */
  readonly by: Author;
  /** The author's own id of this event; with it a sender recognises its message. */
  readonly clientId: string;
  /** What happened, by its `kind`. */
  readonly body: LogBody;
}

/** What each kind of author may append. One table, so that a visitor can never speak as the agent. */
export const MAY_APPEND: Readonly<Record<AuthorKind, readonly LogKind[]>> = {
  visitor: ['message', 'handoff.requested', 'handoff.ended', 'feedback', 'tool.decided'],
  ai: ['answer.started', 'answer.completed', 'answer.interrupted', 'handoff.requested', 'tool.called'],
  human: ['message', 'handoff.accepted', 'handoff.ended', 'conversation.closed'],
  system: ['handoff.ended', 'conversation.closed', 'answer.interrupted', 'tool.asked', 'tool.settled'],
};

/** Who answers after `body`, given who answered before. Pure; used by the store, the agent and every screen. */
export function nextHandler(now: Handler, body: LogBody): Handler {
  switch (body.kind) {
    case 'handoff.requested':
      return now === 'agent' ? 'queued' : now;
    case 'handoff.accepted':
      return now === 'closed' ? now : 'human';
    case 'handoff.ended':
      return now === 'closed' ? now : 'agent';
    case 'conversation.closed':
      return 'closed';
    default:
      return now;
  }
}

/** A message, or an answer that has come to its end with words. One that is still being written is none yet. */
export function isFinishedMessage({ body }: LogEvent): boolean {
  return 'text' in body && (body.kind === 'message' || body.text !== '');
}

/** Whether an event counts as unread for the visitor. */
export function countsAsUnread(event: LogEvent): boolean {
  return event.body.kind === 'answer.completed' || (event.body.kind === 'message' && event.by.kind === 'human');
}
