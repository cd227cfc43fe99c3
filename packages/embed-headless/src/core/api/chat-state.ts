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

/** A file of a message. Once the message has a number, `getAttachmentLink` gives its address. */
export interface MessageFile extends Attachment {
  /** The file itself, until the message is in the log. */
  readonly file?: Blob;
  /** Bytes that were sent, until the message is in the log. */
  readonly loaded?: number;
}

/** A file that was picked and belongs to no message yet. */
export interface PendingUpload {
  /** For `sendMessage`, `retry` and `discard`. */
  readonly id: string;
  /** As it was picked. */
  readonly name: string;
  /** As the browser has guessed it; may be empty. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Bytes that were sent. */
  readonly loaded: number;
  /** The file itself, to show it. */
  readonly file: Blob;
  /** `waiting`: for a connection, or for its turn. */
  readonly state: 'waiting' | 'sending' | 'done' | 'failed';
  /** Why it can't be sent. */
  readonly problem: UploadProblem | null;
}

/** Why a file can't be sent. */
export interface UploadProblem {
  /** For a program. */
  readonly code: string;
  /** For the visitor, in English. */
  readonly message: string;
}

/** What every entry of the timeline has. */
export interface Entry {
  /** Stable for the whole life of the entry, also when a sending message becomes a sent one: fit as a list key. */
  readonly key: string;
  /** Number in the log, or null while it is not in it. */
  readonly seq: number | null;
  /** Unix milliseconds; server time once sent. */
  readonly at: number;
}

/** Written by this visitor. */
export interface OwnMessage extends Entry {
  /** Written by this visitor. */
  readonly type: 'own';
  /** For `retry` and `discard`. */
  readonly clientId: string;
  /** As it was written; Markdown is not read in it. */
  readonly text: string;
  /** Empty when there are none. */
  readonly files: readonly MessageFile[];
  /** Where it is. */
  readonly delivery: Delivery;
  /** What it answers of a form, until it is in the log; */
  readonly filled?: FilledForm | undefined;
  /** from then on: `readFormAnswer` of `@service/embed-sdk/parts` reads it. */
  readonly parts?: string | undefined;
}

/** Written by a person of the business. */
export interface PersonMessage extends Entry {
  /** Written by a person of the business. */
  readonly type: 'person';
  /** Who wrote it. */
  readonly author: Author;
  /** Markdown. */
  readonly text: string;
  /** Empty when there are none. */
  readonly files: readonly MessageFile[];
  /** Answers to choose from, cards, a form, as JSON text: `readParts` of `@service/embed-sdk/parts` reads them. */
  readonly parts?: string | undefined;
}

/** Written by the agent; grows while `state` is `streaming`. */
export interface Answer extends Entry {
  /** Written by the assistant. */
  readonly type: 'answer';
  /** The name that the assistant signs with. */
  readonly author: Author;
  /** Markdown, as far as it has been written. */
  readonly text: string;
  /** `stopped`: by the visitor, or because a person took over. `failed`: it could not be finished. */
  readonly state: 'streaming' | 'done' | 'stopped' | 'failed';
  /** How sure the assistant is; null until it is done. */
  readonly outcome: AnswerOutcome | null;
  /** What the answer rests on; `[1]` in the text is the one with the number 1. */
  readonly citations: readonly Citation[];
  /** Offer the visitor a person beneath it, see `requestHuman`. */
  readonly offerPerson: boolean;
  /** As in `PersonMessage`. */
  readonly parts?: string | undefined;
  /** What the visitor thinks of it. */
  readonly feedback: FeedbackValue;
}

/** Something happened to the conversation itself. */
export interface Notice extends Entry {
  /** An event without an author's text. */
  readonly type: 'notice';
  /** What happened. */
  readonly notice: 'handoff-requested' | 'handoff-accepted' | 'handoff-ended' | 'closed';
  /** Who did it. */
  readonly by: Author;
}

/** A call of a tool of the page, from its start to its end. */
export interface ToolEntry extends Entry {
  /** A tool call. */
  readonly type: 'tool';
  /** Id of the call. */
  readonly call: string;
  /** Id of the answering job that made it. */
  readonly run: string;
  /** Name of the tool. */
  readonly name: string;
  /** Its title; null when the page gave none. */
  readonly title: string | null;
  /** Canonical JSON text: what the visitor confirms, character by character. */
  readonly args: string;
  /** `asking`: waits for the visitor, see `resolveToolCall`. `unknown`: it may have run or not. */
  readonly state: 'running' | 'asking' | 'succeeded' | 'denied' | 'failed' | 'unknown';
  /** The question to the visitor; null: not asked. */
  readonly ask: ToolQuestion | null;
  /** The visitor's click, also while it is on its way; null: none yet. */
  readonly answered: boolean | null;
  /** As the tool reports it. */
  readonly progress: ToolProgress | null;
  /** Error code, if it ended without a result. */
  readonly code: ToolErrorCode | null;
  /**
   * What the tool gave, as its `toModel` hands it to the agent; the same in every tab and after a reload. Not there when it gave
   * nothing, has not ended, or gave more than 8,192 characters of JSON.
   */
  readonly result?: unknown;
}

/** A question to the visitor before a tool runs. */
export interface ToolQuestion {
  /** What to show. */
  readonly view: ConfirmView;
  /** Unix milliseconds, server time. */
  readonly until: number;
}

/** How far a tool is, as it reports. */
export interface ToolProgress {
  /** For the visitor. */
  readonly text?: string;
  /** How far it is: a number from 0 to 1. */
  readonly fraction?: number;
}

/** One entry of the conversation, by `type`. */
export type TimelineEntry = OwnMessage | PersonMessage | Answer | Notice | ToolEntry;

/** A visitor's place in the queue for a person. */
export interface QueueStatus {
  /** Number in the queue: 1 is next. Null: too far back to be given. */
  readonly position: number | null;
  /** True: at least one person of the business is online. */
  readonly staffed: boolean;
}

/** Why the client has stopped. */
export interface ChatProblem {
  /** For a program. */
  readonly code: EmbedErrorCode;
  /** What to do about it, in English. */
  readonly message: string;
}

/** Everything there is to show, as one immutable object. */
export interface ChatState {
  /** `reconnecting`: lost, and retried. `closed`: not retried, see `problem`. */
  readonly connection: ConnectionName;
  /** Whether an answer is due. */
  readonly turn: Turn;
  /** `turn`, or `error` while there is a `problem`: what a form needs to know. */
  readonly status: Turn | 'error';
  /** Who answers. */
  readonly handledBy: Handler;
  /** Id of the open conversation; null before the first connection. */
  readonly conversation: string | null;
  /** This visitor’s conversations, the one with the latest message first, as of the last `loadConversations()`; null before the first. */
  readonly conversations: readonly ConversationSummary[] | null;
  /** True while `loadConversations()` waits for the server. */
  readonly loadingConversations: boolean;
  /** Conversations that the visitor wants erased and the server has not erased yet, also those of an earlier page. */
  readonly erasing: readonly string[];
  /** Oldest first; unsent messages at the end in the order they were written. */
  readonly timeline: readonly TimelineEntry[];
  /** False until the log has been seen once: show a skeleton, not "empty". */
  readonly loaded: boolean;
  /** There are entries before the first one of `timeline`. */
  readonly hasOlder: boolean;
  /** `loadOlder` waits for the server. */
  readonly loadingOlder: boolean;
  /** The visitor's place in the queue for a person; null: not queued, not connected, or not known. */
  readonly queue: QueueStatus | null;
  /** Who is writing now, besides this visitor. */
  readonly typing: readonly Author[];
  /** How many messages for the visitor no tab has read, in the loaded part of the log. */
  readonly unread: number;
  /** The number in the log up to which everything has been read, for a "new messages" line; 0: nothing. */
  readonly readUpTo: number;
  /** Unsent messages, failed ones not counted. */
  readonly outbox: number;
  /** Files picked for the next message, in the order they were picked. */
  readonly uploads: readonly PendingUpload[];
  /** `memory`: this browser stores nothing, the conversation ends with the page. */
  readonly storage: 'persistent' | 'memory';
  /** The site has signed this visitor in, and the server has checked it. */
  readonly identified: boolean;
  /** True: ask the visitor, then call `consent()`. Nothing else works before. */
  readonly consentNeeded: boolean;
  /** The inbox takes no messages for now; null: not known yet. A message that is sent all the same fails. */
  readonly paused: boolean | null;
  /** Why the client has stopped; it does not retry. */
  readonly problem: ChatProblem | null;
}
