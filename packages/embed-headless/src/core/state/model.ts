/**
 * Everything the client knows at one moment, and everything that can happen to it. The rules between the two: machine.ts.
 */
import {
  type AppendBody,
  type ConsentGrant,
  countsAsUnread,
  type LogEvent,
  type ServerFrame,
  type UserContext,
} from '@service/protocol';
import type { ChatProblem } from '../api/chat-state.js';
import { initialConnection, type ConnectionState, type ConnectionInput } from '../connection/connection-state.js';
import type { AnswerStreams } from '../log/answer-stream.js';
import type { ConversationLog } from '../log/conversation-log.js';
import { emptyOutbox, type Outbox, type OutboxItem } from '../outbox/outbox.js';
import type { Proof } from '../session/session-storage.js';
import type { Effect, TimerName } from './effect.js';
import type { Feature, FeatureName, ForeignFrame, InputOf, PartOf } from './feature.js';
import type { Waiting } from './feature-dispatch.js';

/** What does not change while the client lives. */
export interface ClientSettings {
  readonly inboxId: string;
  readonly hostOrigin: string;
  readonly instance: string;
  readonly sdk: string;
  readonly consent?: ConsentGrant | undefined;
  /** Nothing may be done before there is a consent. */
  readonly requireConsent?: boolean | undefined;
  readonly page?: { readonly url: string; readonly title: string } | undefined;
  readonly locale?: string | undefined;
}

export interface Model {
  readonly settings: ClientSettings;
  readonly connection: ConnectionState;
  /** The session this client speaks for: what it said hello with, then what the welcome gave it. */
  readonly token: string | null;
  readonly conversation: string | null;
  readonly log: ConversationLog | null;
  readonly outbox: Outbox;
  readonly streams: AnswerStreams;
  readonly user: UserContext | null;
  /** What the server has been told of `user` on this connection. */
  readonly sentUser: UserContext | null;
  /** Events up to this number are history: nobody is told of them as news. */
  readonly announcedSeq: number;
  /** The read watermark that the server is known to keep. */
  readonly confirmedRead: number;
  /** Names the page that was asked for to fill a hole. */
  readonly gapRequest: string | null;
  readonly hasOlder: boolean;
  readonly problem: ChatProblem | null;
  readonly requestCount: number;
  /** Requests of this connection that have no answer yet. */
  readonly openRequests: readonly string[];
  /** The features that have been loaded, and what each keeps. */
  readonly features: { readonly [Name in FeatureName]?: Feature<Name> };
  readonly featureStates: { readonly [Name in FeatureName]?: PartOf<Name> };
  readonly pendingInputs: readonly Waiting[];
  readonly loadingFeatures: readonly FeatureName[];
}

export type Input =
  | { readonly type: 'link'; readonly input: ConnectionInput }
  | {
      readonly type: 'opened';
      readonly generation: number;
      readonly token: string | null;
      readonly proof?: Proof | undefined;
    }
  | { readonly type: 'closed'; readonly generation: number; readonly code: number; readonly reason: string }
  | { readonly type: 'frame'; readonly generation: number; readonly frame: ServerFrame | ForeignFrame }
  | { readonly type: 'malformed'; readonly generation: number }
  | { readonly type: 'timer'; readonly name: TimerName }
  | { readonly type: 'consent'; readonly grant: ConsentGrant }
  | {
      readonly type: 'append';
      readonly clientId: string;
      readonly body: AppendBody;
      readonly files?: OutboxItem['files'];
    }
  | { readonly type: 'retry'; readonly clientId: string; readonly newId: string }
  | { readonly type: 'discard'; readonly clientId: string }
  | { readonly type: 'stop' }
  | { readonly type: 'typing' }
  | {
      [Name in FeatureName]: { readonly type: 'feature'; readonly name: Name; readonly input: InputOf<Name> };
    }[FeatureName]
  | {
      [Name in FeatureName]: { readonly type: 'loaded'; readonly name: Name; readonly feature: Feature<Name> };
    }[FeatureName]
  | { readonly type: 'load-failed'; readonly name: FeatureName }
  | { readonly type: 'mark-read' }
  | { readonly type: 'user'; readonly user: UserContext };

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
export const NO_CONNECTION = { gapRequest: null, openRequests: [], sentUser: null } as const satisfies Partial<Model>;

export function newModel(identity: ClientSettings, user: UserContext | null): Model {
  return {
    settings: identity,
    connection: initialConnection,
    token: null,
    outbox: emptyOutbox,
    user,
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

/** Messages for the visitor beyond the watermark. */
export function unreadIn(log: ConversationLog): number {
  let count = 0;
  for (let i = log.events.length - 1; i >= 0; i--) {
    const event = log.events[i] as LogEvent;
    if (event.seq <= log.read) break;
    if (countsAsUnread(event)) count += 1;
  }
  return count;
}
