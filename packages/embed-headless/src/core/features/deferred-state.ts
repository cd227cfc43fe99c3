import type { Author, ConfigProblem, ConversationSummary, LogEvent } from '@service/protocol';
import type { SearchResult } from '../api/chat-client.js';
import type { QueueStatus } from '../api/chat-state.js';
import type { OutboxItem } from '../outbox/outbox.js';
import type { Model } from '../state/model.js';
import { featureSlice } from '../state/transition.js';

/** What these modules keep in the model. */
export interface DeferredState {
  /** Who is typing, and until when without another sign of it. */
  readonly typing: readonly { readonly who: Author; readonly until: number }[];
  readonly queue: QueueStatus | null;
  /** How far people of the business have seen the log. */
  readonly seen: number;
  /** Callers who wait for a search result, by request id. */
  readonly searches: Readonly<Record<string, SearchCallback>>;
  /** Id of the request for an older page. */
  readonly olderRequest: string | null;
  /** The screen wants an older page, which has not been received. */
  readonly wantsOlder: boolean;
  /** Callers who wait for the whole log. */
  readonly transcripts: readonly TranscriptCallback[];
  /** The newest event that a hidden tab waits to alert of. */
  readonly alertDue: number;
  /** The visitor's conversations as of the last list. */
  readonly conversations: readonly ConversationSummary[] | null;
  readonly listing: boolean;
  /** Conversations that the visitor wants erased, until the server has done it. */
  readonly erasing: readonly string[];
  /** The change of conversation under way; `conversation` null: to a new one. */
  readonly opening: { readonly id: string; readonly conversation: string | null } | null;
}

/** Null: no answer could be had. */
export type SearchCallback = (found: SearchResult | null) => void;

export interface TranscriptCallback {
  resolve(log: readonly LogEvent[]): void;
  reject(why: Error): void;
}

export interface ConversationRequest {
  readonly type: 'new-conversation' | 'open-conversation' | 'list-conversations' | 'erase-conversation';
  /** The conversation to open or erase. Erase without one: the open one. */
  readonly conversation?: string | undefined;
  /** Names the request. The server opens the same new conversation for the same id. */
  readonly id: string;
  /** When it was made, and what the client knew then: the code may have had to be loaded since. */
  readonly at: number;
  readonly from: Model;
}

/** What a look into the storage has found. */
export interface Orphans {
  /** Items taken over from pages that are gone. */
  readonly items: readonly OutboxItem[];
  /** Client ids of items that are this page's own. */
  readonly own: readonly string[];
  /** No session is stored: the next one is not the one the items were written in. */
  readonly over: boolean;
  /** Some items belong to pages that are alive. */
  readonly others: boolean;
  /** Conversations that are still to be erased. */
  readonly erasing: readonly string[];
}

export type DeferredInput =
  | ConversationRequest
  | { readonly type: 'load-older' }
  | { readonly type: 'load-transcript'; readonly callback: TranscriptCallback }
  | { readonly type: 'search'; readonly text: string; readonly callback: SearchCallback }
  /** A message for the visitor has arrived. */
  | { readonly type: 'news'; readonly seq: number }
  /** This tab is the one that alerts. */
  | { readonly type: 'alert' }
  | { readonly type: 'find-orphans' }
  | ({ readonly type: 'orphans-found' } & Orphans)
  /** Follow what other tabs do with the session. */
  | { readonly type: 'watch-session' }
  /** The session key has changed; `asked`: it was read before a connection. */
  | { readonly type: 'session-changed'; readonly value: string; readonly asked?: true }
  /** By the visitor, in this tab. */
  | { readonly type: 'withdraw-consent' }
  /** Elsewhere. */
  | { readonly type: 'consent-withdrawn' }
  /** What the client was made with, and what of it can't be used. */
  | { readonly type: 'options'; readonly given: object; readonly problems: readonly ConfigProblem[] }
  /** What the page claims of its visitor, as it was given. `isWhole`: in place of what it claimed before. */
  | { readonly type: 'user'; readonly user: unknown; readonly isWhole?: boolean | undefined };

export type DeferredEffect =
  /** Notes in the storage that a conversation is to be erased, for the next page, or removes the note. */
  | { readonly do: 'note-erasure'; readonly conversation: string; readonly pending: boolean }
  /** `log` null: the conversation was left. */
  | {
      readonly do: 'deliver-transcript';
      readonly callbacks: readonly TranscriptCallback[];
      readonly log: readonly LogEvent[] | null;
    }
  | { readonly do: 'deliver-search'; readonly callback: SearchCallback; readonly found: SearchResult | null }
  | { readonly do: 'claim-alert'; readonly conversation: string; readonly seq: number }
  | { readonly do: 'find-orphans' }
  | { readonly do: 'watch-session' }
  /** Removes everything of this client from the storage. `reported`: the server knows of the withdrawal. */
  | {
      readonly do: 'clear-storage';
      readonly inboxId: string;
      readonly hostOrigin: string;
      readonly token: string | null;
      readonly reported: boolean;
    }
  /** The same if the storage still holds this session: another one is another visit. */
  | { readonly do: 'clear-storage-of'; readonly token: string };

export const INITIAL_STATE: DeferredState = {
  typing: [],
  queue: null,
  seen: 0,
  searches: {},
  olderRequest: null,
  wantsOlder: false,
  transcripts: [],
  alertDue: 0,
  conversations: null,
  listing: false,
  erasing: [],
  opening: null,
};

export const { stateOf, update, act } = featureSlice<DeferredState, DeferredEffect>('deferred');
