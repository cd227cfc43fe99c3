import { type ConsentGrant, countsAsUnread, type LogEvent, type PageInfo, type UserContext } from '@service/protocol';
import type { ChatProblem } from '../api/chat-state.js';
import { type ConnectionState, initialConnection } from '../connection/connection-state.js';
import type { AnswerStreams } from '../log/answer-stream.js';
import type { ConversationLog } from '../log/conversation-log.js';
import { emptyOutbox, type Outbox } from '../outbox/outbox.js';
import type { Effect } from './effect.js';
import type { FeatureName } from './feature-names.js';
import type { LoadedFeature, PendingInput } from './input.js';

/** What the client was made with. Only `consent` and `requireConsent` change later. */
export interface ClientSettings {
  readonly inboxId: string;
  readonly hostOrigin: string;
  /** Names this tab. */
  readonly instance: string;
  readonly sdk: string;
  readonly consent?: ConsentGrant | undefined;
  /** Nothing may be done before there is a consent. */
  readonly requireConsent?: boolean | undefined;
  readonly locale?: string | undefined;
}

/** Everything the client knows at one moment. */
export interface Model {
  readonly settings: ClientSettings;
  readonly connection: ConnectionState;
  /** The session's token: from the storage at hello, from the server since welcome. */
  readonly token: string | null;
  readonly conversation: string | null;
  readonly log: ConversationLog | null;
  readonly outbox: Outbox;
  readonly streams: AnswerStreams;
  readonly user: UserContext | null;
  readonly page: PageInfo | null;
  /** The `user` that this connection's server knows. */
  readonly sentUser: UserContext | null;
  /** The page that it knows, as JSON. */
  readonly sentPage: string | null;
  /** By the latest welcome or ping; undefined before the first. */
  readonly paused?: boolean;
  /** What the server takes of the page, as its last welcome says: a `PageDetail`. Absent: nothing. */
  readonly pageDetail?: string | undefined;
  /** Events up to this number are history: no event `message` for them. */
  readonly announcedSeq: number;
  /** The read watermark that the server has confirmed. */
  readonly confirmedRead: number;
  /** Id of the request that fills a gap. */
  readonly gapRequest: string | null;
  readonly hasOlder: boolean;
  readonly problem: ChatProblem | null;
  /** Makes request ids unique. */
  readonly requestCount: number;
  /** Requests of this connection that have no answer yet. */
  readonly openRequests: readonly string[];
  readonly features: { readonly [Name in FeatureName]?: LoadedFeature };
  /** Each loaded feature's own state, see `featureSlice`. */
  readonly featureStates: { readonly [Name in FeatureName]?: unknown };
  readonly pendingInputs: readonly PendingInput[];
  readonly loadingFeatures: readonly FeatureName[];
}

export interface Step {
  readonly model: Model;
  readonly effects: readonly Effect[];
}

/** What is known of a conversation before there is one, and again after it was left. */
export const NO_CONVERSATION = {
  conversation: null,
  log: null,
  streams: new Map(),
  announcedSeq: 0,
  confirmedRead: 0,
  hasOlder: false,
} as const satisfies Partial<Model>;

/** What is known of a connection before there is one, and again after its end. */
export const NO_CONNECTION = {
  gapRequest: null,
  openRequests: [],
  sentUser: null,
  sentPage: null,
} as const satisfies Partial<Model>;

export function newModel(settings: ClientSettings): Model {
  return {
    settings,
    connection: initialConnection,
    token: null,
    outbox: emptyOutbox,
    user: null,
    page: null,
    ...NO_CONVERSATION,
    ...NO_CONNECTION,
    problem: null,
    requestCount: 0,
    features: {},
    featureStates: {},
    pendingInputs: [],
    loadingFeatures: [],
  };
}

/** Messages for the visitor beyond the read watermark. */
export function unreadCount({ log }: Model): number {
  if (!log) return 0;
  let count = 0;
  for (let i = log.events.length - 1; i >= 0; i--) {
    const event = log.events[i] as LogEvent;
    if (event.seq <= log.read) break;
    if (countsAsUnread(event)) count += 1;
  }
  return count;
}
