/**
 * What a screen reads: one immutable snapshot. Three questions have three answers that never mix:
 * is there a connection, whose turn is it, and who answers.
 */
import type {
  AnswerOutcome,
  Attachment,
  Author,
  Citation,
  ConfirmView,
  ConnectionName,
  ConversationSummary,
  EmbedErrorCode,
  FeedbackValue,
  FilledForm,
  Handler,
  ToolErrorCode,
} from '@service/protocol';

/**
 * `ready`: the visitor may write. `submitted`: an answer was asked for and has not begun. `streaming`: it is being
 * written. Never `ready` while an answer is due.
 */
export type Turn = 'ready' | 'submitted' | 'streaming';

/**
 * Where a message of this visitor is. From `sent` on it has a number in the log. `delivered`: it is with the agent or a
 * person. `read`: the agent has begun to answer it, or a person has opened the conversation or written.
 */
export type Delivery =
  | { readonly state: 'sending' }
  | { readonly state: 'sent' | 'delivered' | 'read' }
  | { readonly state: 'failed'; readonly code: string; readonly message: string };

/** A file of a message, on its way or arrived: with `attachmentLink` once the message has a number. */
export interface MessageFile extends Attachment {
  /** The file itself, and how many of its bytes have left: until the message is in the log. */
  readonly file?: Blob;
  readonly loaded?: number;
}

/** A file that was picked and belongs to no message yet. */
export interface PendingUpload {
  /** For `send`, `retry` and `discard`. */
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly loaded: number;
  /** The file itself, to show it. */
  readonly file: Blob;
  /** `waiting`: for a connection, or for its turn. */
  readonly state: 'waiting' | 'sending' | 'done' | 'failed';
  /** Why it can't be sent. */
  readonly problem: { readonly code: string; readonly message: string } | null;
}

interface Entry {
  /** Stable for the whole life of the entry, also when a sending message becomes a sent one: fit as a list key. */
  readonly key: string;
  /** Number in the log, or null while it is not in it. */
  readonly seq: number | null;
  /** Unix milliseconds; server time once sent. */
  readonly at: number;
}

/** Written by this visitor. */
export interface OwnMessage extends Entry {
  readonly type: 'own';
  readonly clientId: string;
  readonly text: string;
  readonly files: readonly MessageFile[];
  readonly delivery: Delivery;
  /** What it answers of a form, until it is in the log; */
  readonly filled?: FilledForm | undefined;
  /** from then on: `readFormAnswer` of `@service/embed-sdk/parts` reads it. */
  readonly parts?: string | undefined;
}

/** Written by a person of the business. */
export interface PersonMessage extends Entry {
  readonly type: 'person';
  readonly author: Author;
  readonly text: string;
  readonly files: readonly MessageFile[];
  /** Answers to choose from, cards, a form, as JSON text: `readParts` of `@service/embed-sdk/parts` reads them. */
  readonly parts?: string | undefined;
}

/** Written by the agent; grows while `state` is `streaming`. */
export interface Answer extends Entry {
  readonly type: 'answer';
  readonly author: Author;
  readonly text: string;
  readonly state: 'streaming' | 'done' | 'stopped' | 'failed';
  readonly outcome: AnswerOutcome | null;
  readonly citations: readonly Citation[];
  readonly offerPerson: boolean;
  /** As in `PersonMessage`. */
  readonly parts?: string | undefined;
  /** What the visitor thinks of it. */
  readonly feedback: FeedbackValue;
}

/** Something happened to the conversation itself. */
export interface Notice extends Entry {
  readonly type: 'notice';
  readonly notice: 'handoff-requested' | 'handoff-accepted' | 'handoff-ended' | 'closed';
  readonly by: Author;
}

/** A function of the page that the assistant called, from the call to its end. */
export interface ToolEntry extends Entry {
  readonly type: 'tool';
  readonly call: string;
  /** Names the answer that it is for. */
  readonly run: string;
  readonly name: string;
  /** In a person's words; null when the page gave none. */
  readonly title: string | null;
  /** Canonical JSON text: what a person agrees to, letter by letter. */
  readonly args: string;
  /** `asking`: waits for the visitor, see `decideTool`. `unknown`: it may have been carried out, and nobody can tell. */
  readonly state: 'running' | 'asking' | 'succeeded' | 'denied' | 'failed' | 'unknown';
  /** What to ask, and until when (server time, Unix milliseconds); null when nobody was asked. */
  readonly ask: { readonly view: ConfirmView; readonly until: number } | null;
  /** What the visitor has clicked, also while that is still on its way; null: nothing yet. */
  readonly answered: boolean | null;
  /** How far it is, `fraction` from 0 to 1, if the function says so. */
  readonly progress: { readonly text?: string; readonly fraction?: number } | null;
  /** Why it ended without a result. */
  readonly code: ToolErrorCode | null;
}

export type TimelineEntry = OwnMessage | PersonMessage | Answer | Notice | ToolEntry;

export interface ChatProblem {
  readonly code: EmbedErrorCode;
  readonly message: string;
}

export interface ChatState {
  readonly connection: ConnectionName;
  readonly turn: Turn;
  readonly handledBy: Handler;
  /** Null before the first welcome. */
  readonly conversation: string | null;
  /** This visitor’s conversations, the newest first, as of the last `loadConversations()`; null before the first. */
  readonly conversations: readonly ConversationSummary[] | null;
  /** True while `loadConversations()` waits for the server. */
  readonly loadingConversations: boolean;
  /** Oldest first; unsent messages at the end in the order they were written. */
  readonly timeline: readonly TimelineEntry[];
  /** False until the log has been seen once: show a skeleton, not "empty". */
  readonly loaded: boolean;
  readonly hasOlder: boolean;
  readonly loadingOlder: boolean;
  /** Who is writing now, besides this visitor. */
  readonly typing: readonly Author[];
  /** Messages for the visitor that no tab has read, counted in the part of the log that is loaded. */
  readonly unread: number;
  /** `seq` up to which everything has been read, for a "new messages" line. */
  readonly readUpTo: number;
  /** Unsent messages, failed ones not counted. */
  readonly outbox: number;
  /** Files picked for the next message, in the order they were picked. */
  readonly uploads: readonly PendingUpload[];
  /** `memory`: this browser keeps nothing, the conversation ends with the page. */
  readonly storage: 'kept' | 'memory';
  /** The site vouches for this visitor, and the server has believed it. */
  readonly identified: boolean;
  /** True until the visitor's consent is passed to `consent()`: show the question, and nothing else will work before. */
  readonly consentNeeded: boolean;
  /** Why the client stopped, when nothing it can do will help. */
  readonly problem: ChatProblem | null;
}
