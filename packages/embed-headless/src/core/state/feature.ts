import type { ErrorFrame, LogEvent, ServerFrame, WelcomeFrame } from '@service/protocol';
import type { Ports } from '../../platform/ports.js';
import type { ChatClient, ChatClientOptions } from '../api/chat-client.js';
import type { ChatState } from '../api/chat-state.js';
import type { SessionStorage } from '../session/session-storage.js';
import type { FeatureName } from './feature-names.js';
import type { ForeignFrame, LoadedFeature } from './input.js';
import type { Model } from './model.js';
import { addEffects, patch, type Transition } from './transition.js';

/** What a feature's effects act on the world with. */
export interface EffectContext<Input> {
  readonly ports: Ports;
  readonly baseUrl: string;
  /** Prefix of every storage key of this client. */
  readonly root: string;
  /** Names this tab. */
  readonly instance: string;
  /** Aborted when the client is destroyed. */
  readonly ended: AbortSignal;
  readonly session: SessionStorage;
  /** Comes back as an input of the same feature. */
  dispatch(input: Input): void;
  /** Another client, with ports of its own. */
  createClient(options: ChatClientOptions, ports: Ports): ChatClient;
}

/**
 * A part of the client that is loaded when it is first needed. It owns its own state, inputs and frames.
 *
 * What must hold: its rules are as pure as the reducer; until it is loaded, its inputs wait in their order; the rest of the
 * client goes on meanwhile, so the model may have moved on by the time an input is handled.
 */
export interface Feature<State = unknown, Input = unknown, Effect = unknown> extends LoadedFeature {
  readonly initialState: State;
  onInput(tx: Transition, input: Input): void;
  /** Changes to the state that screens read. `base`: that state without this feature. */
  view?(state: State, base: ChatState, model: Model): Partial<ChatState>;
  /** A frame of its own, or a page that the core had not asked for. False: malformed, drop the connection. */
  onFrame?(tx: Transition, frame: ServerFrame | ForeignFrame): boolean;
  /** True: the refused request was its own. */
  onRefused?(tx: Transition, frame: ErrorFrame): boolean;
  onWelcome?(tx: Transition, frame: WelcomeFrame): void;
  /** True: it has handled the end of the connection completely. */
  onClose?(tx: Transition, code: number, reason: string): boolean;
  /** The log of the open conversation is live. */
  onLive?(tx: Transition): void;
  /** Requests of the last connection get no answer any more. */
  onDisconnect?(tx: Transition): void;
  onConversationLeft?(tx: Transition): void;
  onConversationErased?(tx: Transition, conversation: string): void;
  /** The session is over; unsent messages go to the next session's conversation. */
  onSessionReplaced?(tx: Transition): void;
  /** Another visitor may be here next; the state is reset after this. Ends what is under way. */
  onVisitorReset?(tx: Transition): void;
  /** The part of the state that belongs to the page and survives a reset. */
  keepOnReset?(state: State): Partial<State>;
  /** The visitor has signed out in another tab. True: handled. */
  onSignedOutElsewhere?(tx: Transition): boolean;
  /** The log has grown by this event. */
  onEvent?(tx: Transition, event: LogEvent): void;
  /** A message has left the outbox for the log. */
  onMessageStored?(tx: Transition): void;
  /** The visitor retries a message as `newId`, or discards it (null). True: the message was this feature's. */
  onRetry?(tx: Transition, clientId: string, newId: string | null): boolean;
  /** `timer`: the name after the feature's own. */
  onTimer?(tx: Transition, timer: string): void;
  /** The only place in a feature that is not pure. */
  runEffect?(effect: Effect, context: EffectContext<Input>): void | Promise<void>;
}

type Hook = Exclude<
  { [Name in keyof Feature]-?: Name extends `on${string}` ? Name : never }[keyof Feature],
  'onInput' | 'onFrame' | 'onTimer'
>;
type HookArguments<Name extends Hook> =
  Parameters<NonNullable<Feature[Name]>> extends [Transition, ...infer Rest] ? Rest : never;

/** Undefined until its code is loaded. */
export const featureOf = (model: Model, name: FeatureName): Feature | undefined =>
  model.features[name] as Feature | undefined;

/** The loaded features by name, in the order in which they were loaded. */
export const loadedFeatures = (model: Model): readonly (readonly [FeatureName, Feature])[] =>
  Object.entries(model.features) as unknown as readonly (readonly [FeatureName, Feature])[];

/** Calls the hook of every loaded feature. True: one of them has handled it. */
export function notifyFeatures<Name extends Hook>(tx: Transition, hook: Name, ...rest: HookArguments<Name>): boolean {
  let handled = false;
  // All of them are called, also after the first has handled it.
  for (const [, feature] of loadedFeatures(tx.model))
    if ((feature[hook] as ((tx: Transition, ...rest: unknown[]) => unknown) | undefined)?.(tx, ...rest)) handled = true;
  return handled;
}

/** Fetches a feature's code, unless it is loaded or loading. */
export function requestFeature(tx: Transition, name: FeatureName): void {
  const { features, loadingFeatures } = tx.model;
  if (features[name] || loadingFeatures.includes(name)) return;
  patch(tx, { loadingFeatures: [...loadingFeatures, name] });
  addEffects(tx, { do: 'load', name });
}
