import { CALL_INVALID, CONSENT_REQUIRED, type ConfigProblem, clientId, hex } from '@service/protocol';
import type { Ports } from '../../platform/ports.js';
import type { ChatClientOptions } from '../api/chat-client.js';
import type { ChatProblem, ChatState } from '../api/chat-state.js';
import { initialConnection } from '../connection/connection-state.js';
import type { DeferredInput } from '../features/deferred-state.js';
import { createSessionStorage } from '../session/session-storage.js';
import { rootKey } from '../session/storage-keys.js';
import type { EffectContext } from '../state/feature.js';
import type { FeatureName } from '../state/feature-names.js';
import type { FeatureInput, Input, PendingInput } from '../state/input.js';
import { type ClientSettings, type Model, newModel } from '../state/model.js';
import { reduce } from '../state/reducer.js';
import { viewOf } from '../view/chat-view.js';
import { createEffectRunner, type EffectHost } from './effect-runner.js';
import { createListeners } from './listeners.js';
import { followPage } from './page-lifecycle.js';

declare const __VERSION__: string | undefined;
const SDK = `headless/${typeof __VERSION__ === 'string' ? __VERSION__ : 'dev'}`;

export type Engine = ReturnType<typeof createEngine>;

/** What was found in the options. */
export interface OptionProblems {
  /** Why the client can't start; null: it can. */
  readonly problem: ChatProblem | null;
  readonly problems: readonly ConfigProblem[];
  /** The options as they were given. */
  readonly given: object;
}

/** Holds the model of one client, runs its reducer, and tells listeners what has changed. */
export function createEngine(
  options: ChatClientOptions,
  ports: Ports,
  createClient: EffectContext<never>['createClient'],
  found?: OptionProblems,
) {
  const { clock, random, page } = ports;
  const settings = settingsOf(options, ports);
  const root = rootKey(settings.inboxId, settings.hostOrigin);
  const session = createSessionStorage(ports, root, settings.instance);
  const end = new AbortController();
  const { signal: ended } = end;
  const listeners = createListeners();
  let model = firstModel(settings, options, found);
  let view: ChatState | null = null;
  let [depth, changed] = [0, false];
  const host: EffectHost = {
    ports,
    baseUrl: options.baseUrl.replace(/\/$/, ''),
    root,
    session,
    ended,
    createClient,
    model: () => model,
    dispatch,
    emit: listeners.emit,
  };
  const runner = createEffectRunner(host);

  function getState(): ChatState {
    const gated = isGated(model);
    // Touching the storage is the only way to learn whether it works, and is too early before the consent.
    view ??= viewOf(model, { online: page.online(), durable: gated || session.durable, gated });
    return view;
  }

  function dispatch(input: Input): void {
    if (ended.aborted) return;
    const environment = { now: clock.now(), fraction: () => random.fraction(), visible: page.visible() };
    const next = reduce(model, input, environment);
    // A screen that calls `markRead` on every render must not be rendered by it.
    changed ||= next.model !== model;
    model = next.model;
    // An effect may dispatch at once. Listeners are called when all is done, and never see a half-made state.
    depth += 1;
    for (const effect of next.effects) runner.run(effect);
    depth -= 1;
    if (depth > 0 || !changed) return;
    changed = false;
    view = null;
    listeners.announce(getState());
  }

  return {
    ...host,
    found,
    watchPage: options.page === undefined && ports.watchPage,
    listeners,
    runner,
    getState,
    newId: (): string => clientId(clock.now(), (count) => random.bytes(count)),
    toFeature: <FeatureInputs>(name: FeatureName, input: FeatureInputs, extra?: Pick<FeatureInput, 'blocksOutbox'>) =>
      dispatch({ type: 'feature', name, input, ...extra }),
    end(): void {
      end.abort();
      runner.stop();
      listeners.clear();
    },
  };
}

function firstModel(settings: ClientSettings, { page = null, user }: ChatClientOptions, found?: OptionProblems): Model {
  const model = { ...newModel(settings), page, pendingInputs: user === undefined ? [] : [userInput(user)] };
  const { problem = null } = found ?? {};
  return problem ? { ...model, problem, connection: { ...initialConnection, phase: 'stopped' } } : model;
}

/** The first to be handled: later claims about the visitor add to it. No message goes out before it is known who writes. */
function userInput(user: unknown): PendingInput {
  const input = { type: 'user', user } satisfies DeferredInput;
  return { name: 'deferred', input: { type: 'feature', name: 'deferred', input, blocksOutbox: true } };
}

/** Nothing may be done before the visitor has agreed. */
export function isGated({ settings: { requireConsent, consent } }: Model): boolean {
  return requireConsent === true && !consent;
}

/** Whether the connection and the storage may be used. If not, the event `error` says why. */
export function mayStart({ model, found, emit }: Engine): boolean {
  if (found?.problem) emit('error', found.problem);
  else if (isGated(model())) emit('error', { code: 'consent_required', message: CONSENT_REQUIRED.message });
  else return true;
  return false;
}

/** A call with something that its type does not allow. */
export function refuseCall({ emit }: Engine, name: string): null {
  emit('error', { code: 'call_invalid', message: `${CALL_INVALID} ${name}(): an argument of another type is needed.` });
  return null;
}

/**
 * Returns what every call does that needs the connection or the storage: the first one announces this tab to the others and
 * follows the browser. False: it must do nothing, and the event `error` says why.
 */
export function createStarter(engine: Engine): () => boolean {
  const { ports, session, ended, runner, dispatch, toFeature, model, watchPage, found } = engine;
  let started = false;
  /** Messages of pages that are gone are sent by this one. */
  const findOrphans = (): void => {
    if (session.hasItems() || model().outbox.items.length > 0)
      toFeature<DeferredInput>('deferred', { type: 'find-orphans' });
  };
  return () => {
    if (!mayStart(engine)) return false;
    if (started || ended.aborted) return true;
    started = true;
    const unfollow = followPage({ ports, session, dispatch, run: runner.run, onRestored: findOrphans });
    ended.addEventListener('abort', unfollow);
    // Now, so that it is known when the first message goes out.
    if (watchPage)
      ended.addEventListener(
        'abort',
        watchPage((page) => dispatch({ type: 'page', page })),
      );
    // Loads the code now: a withdrawal without a network, here or in another tab, needs it.
    toFeature<DeferredInput>('deferred', { type: 'watch-session' });
    if (found) toFeature<DeferredInput>('deferred', { type: 'options', ...found });
    findOrphans();
    return true;
  };
}

function settingsOf(options: ChatClientOptions, { random }: Ports): ClientSettings {
  return {
    inboxId: options.inboxId,
    hostOrigin: options.hostOrigin ?? globalThis.location?.origin ?? '',
    instance: hex(random.bytes(16)),
    sdk: SDK,
    requireConsent: options.requireConsent,
    consent: options.consent,
    locale: options.locale || undefined,
  };
}
