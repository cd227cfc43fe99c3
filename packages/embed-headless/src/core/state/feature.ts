/**
 * A feature: a part of the client that is loaded when it is first needed. It owns a part of the model, which nobody else
 * writes, the inputs that ask for it, and the frames that nobody else understands.
 *
 * What must hold: its rules are as pure as the machine's; until it is there, whatever is meant for it waits in its order;
 * the rest of the client goes on meanwhile, so a feature may find the rest further on than it was when it was asked.
 */
import type { ErrorFrame, LogEvent, ServerFrame, WelcomeFrame } from '@service/protocol';
import type { Ports } from '../../platform/ports.js';
import type { ChatState } from '../api/chat-state.js';
import type { Features } from '../runtime/load-feature.js';
import type { SessionStorage } from '../session/session-storage.js';
import type { Model } from './model.js';
import type { Run } from './transition.js';

export type FeatureName = keyof Features;
export type PartOf<Name extends FeatureName> = Features[Name]['part'];
export type InputOf<Name extends FeatureName> = Features[Name]['input'];

/** A frame of a type that only a feature knows, unchecked but for its type. */
export interface ForeignFrame {
  readonly t: string;
}

/** What a feature's effects get, to act on the world with. */
export interface Hands<Name extends FeatureName> {
  readonly ports: Ports;
  readonly baseUrl: string;
  /** What the names of everything kept begin with, and the name of this tab. */
  readonly root: string;
  readonly instance: string;
  /** Aborted when the client is destroyed. */
  readonly ended: AbortSignal;
  /** What the client keeps, and how it comes by a session. */
  readonly kept: SessionStorage;
  /** Comes back into the feature's rules. */
  take(input: InputOf<Name>): void;
}

export interface Feature<Name extends FeatureName> {
  /** Its part of the model before anything has happened, and again after a consent was taken back. */
  readonly part: PartOf<Name>;
  take(run: Run, input: InputOf<Name>): void;
  /** What a screen reads of it, beside or in place of what it reads `without` it. */
  view?(part: PartOf<Name>, without: ChatState, model: Model): Partial<ChatState>;
  /** A frame of its own type, or one of everybody's that nobody had asked for. False: it can't be trusted. */
  heard?(run: Run, frame: ServerFrame | ForeignFrame): boolean;
  /** True: the request that the server could not serve was its own, and has been dealt with. */
  refused?(run: Run, frame: ErrorFrame): boolean;
  /** A connection is there: what had no answer on the last one is asked for again. */
  welcomed?(run: Run, frame: WelcomeFrame): void;
  /** The connection has ended. True: the session is this feature's business, and everything has been done about it. */
  closed?(run: Run, code: number, reason: string): boolean;
  /** The log of the open conversation is live. */
  live?(run: Run): void;
  /** What was asked on the last connection gets no answer any more. */
  disconnected?(run: Run): void;
  /** The visitor is in another conversation from here on. */
  left?(run: Run): void;
  /** The session is over: what was never sent goes to the next one's conversation. */
  over?(run: Run): void;
  /** Somebody else may sit here from here on; its part is reset next. What it has under way is to end. */
  fenced?(run: Run): void;
  /** What of its part is the page's and nobody's who sits before it: a fence leaves that. */
  stays?(part: PartOf<Name>): Partial<PartOf<Name>>;
  /** The log has grown by this event. */
  arrived?(run: Run, event: LogEvent): void;
  /** A message has left the outbox for the log. */
  settled?(run: Run): void;
  /** The visitor tries a message again, as `newId`, or (null) throws it away. True: it was the feature's to try. */
  retried?(run: Run, clientId: string, newId: string | null): boolean;
  /** A timer of its own is due, see `featureTimer`. */
  due?(run: Run, timer: string): void;
  /** Does what its rules asked for with the effect `act`. The only place in a feature that is not pure. */
  act?(effect: Features[Name]['effect'], hands: Hands<Name>): void | Promise<void>;
}
