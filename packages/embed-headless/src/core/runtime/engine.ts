import { clientId, hex, pageAddress } from '@service/protocol';
import type { Ports } from '../../platform/ports.js';
import type { ChatClientOptions } from '../api/chat-client.js';
import type { ChatState } from '../api/chat-state.js';
import { ConsentRequired } from '../api/consent-required.js';
import type { DeferredInput } from '../features/deferred-state.js';
import { createSessionStorage, type SessionStorage } from '../session/session-storage.js';
import { rootKey } from '../session/storage-keys.js';
import type { EffectContext } from '../state/feature.js';
import type { FeatureName } from '../state/feature-names.js';
import type { FeatureInput, Input } from '../state/input.js';
import { type ClientSettings, type Model, newModel } from '../state/model.js';
import { reduce } from '../state/reducer.js';
import { viewOf } from '../view/chat-view.js';
import { createEffectRunner, type EffectRunner } from './effect-runner.js';
import { Listeners } from './listeners.js';
import { followPage } from './page-lifecycle.js';

declare const __VERSION__: string | undefined;
const SDK = `headless/${typeof __VERSION__ === 'string' ? __VERSION__ : 'dev'}`;

/** Holds the model of one client, runs its reducer, and tells listeners what has changed. */
export class Engine {
  readonly events = new Listeners();
  readonly root: string;
  readonly session: SessionStorage;
  model: Model;
  #view: ChatState | null = null;
  /** What the events have said last. */
  #announced: Pick<ChatState, 'connection' | 'handledBy' | 'unread'> = {
    connection: 'idle',
    handledBy: 'agent',
    unread: 0,
  };
  #depth = 0;
  #changed = false;
  #unfollow: (() => void) | null = null;
  readonly #end = new AbortController();
  readonly #runner: EffectRunner;

  constructor(
    options: ChatClientOptions,
    readonly ports: Ports,
    createClient: EffectContext<never>['createClient'],
  ) {
    const settings = settingsOf(options, ports);
    this.model = newModel(settings, options.user ?? null);
    this.root = rootKey(settings.inboxId, settings.hostOrigin);
    this.session = createSessionStorage(ports, this.root, settings.instance);
    this.#runner = createEffectRunner({
      ports,
      baseUrl: options.baseUrl.replace(/\/$/, ''),
      root: this.root,
      session: this.session,
      ended: this.ended,
      createClient,
      model: () => this.model,
      dispatch: (input) => this.dispatch(input),
      emit: (name, detail) => this.events.emit(name, detail),
    });
  }

  /** Aborted when the client is destroyed. */
  get ended(): AbortSignal {
    return this.#end.signal;
  }

  /** Nothing may be done before the visitor has agreed. */
  get gated(): boolean {
    const { requireConsent, consent } = this.model.settings;
    return requireConsent === true && !consent;
  }

  getState(): ChatState {
    const { gated, ports } = this;
    // Touching the storage is the only way to learn whether it works, and is too early before the consent.
    const durable = gated || this.session.durable;
    this.#view ??= viewOf(this.model, { online: ports.page.online(), durable, gated });
    return this.#view;
  }

  newId(): string {
    return clientId(this.ports.clock.now(), (count) => this.ports.random.bytes(count));
  }

  /** @throws ConsentRequired */
  requireConsent(): void {
    if (this.gated) throw new ConsentRequired();
  }

  /** The first need: from here on this tab is known to the others and follows the browser. @throws ConsentRequired */
  begin(): void {
    this.requireConsent();
    if (this.#unfollow || this.ended.aborted) return;
    const { ports, session } = this;
    this.#unfollow = followPage({
      ports,
      session,
      dispatch: (input) => this.dispatch(input),
      run: (effect) => this.#runner.run(effect),
      onRestored: () => this.#findOrphans(),
    });
    // Loads the code now: a withdrawal without a network, here or in another tab, needs it.
    this.toFeature<DeferredInput>('deferred', { type: 'watch-session' });
    this.#findOrphans();
  }

  toFeature<FeatureInputs>(
    name: FeatureName,
    input: FeatureInputs,
    options?: Pick<FeatureInput, 'blocksOutbox'>,
  ): void {
    this.dispatch({ type: 'feature', name, input, ...options });
  }

  dispatch(input: Input): void {
    if (this.ended.aborted) return;
    const { clock, random, page } = this.ports;
    const environment = { now: clock.now(), fraction: () => random.fraction(), visible: page.visible() };
    const { model, effects } = reduce(this.model, input, environment);
    // Only then: a screen that calls `markRead` on every render must not be rendered by it.
    this.#changed ||= model !== this.model;
    this.model = model;
    // An effect may dispatch at once. Listeners are called when all is done, and never see a half-made state.
    this.#depth += 1;
    for (const effect of effects) this.#runner.run(effect);
    this.#depth -= 1;
    if (this.#depth === 0 && this.#changed) this.#announce();
  }

  destroy(): void {
    if (this.ended.aborted) return;
    this.#end.abort();
    this.#runner.stop();
    this.#unfollow?.();
    this.events.clear();
  }

  /** Messages of pages that are gone are sent by this one. */
  #findOrphans(): void {
    if (this.session.hasItems() || this.model.outbox.items.length > 0)
      this.toFeature<DeferredInput>('deferred', { type: 'find-orphans' });
  }

  #announce(): void {
    this.#changed = false;
    this.#view = null;
    const before = this.#announced;
    const { connection, handledBy, unread, conversation, loaded } = this.getState();
    // While the log is being fetched anew, nothing is known of handler and unread.
    const known = loaded || !conversation;
    this.#announced = known ? { connection, handledBy, unread } : { ...before, connection };
    const now = this.#announced;
    if (now.connection !== before.connection) this.events.emit('connection', { state: connection });
    if (now.handledBy !== before.handledBy) this.events.emit('handoff', { handledBy });
    if (now.unread !== before.unread) this.events.emit('unread', { count: unread });
    this.events.changed();
  }
}

function settingsOf(options: ChatClientOptions, { random }: Ports): ClientSettings {
  return {
    inboxId: options.inboxId,
    hostOrigin: options.hostOrigin ?? globalThis.location?.origin ?? '',
    instance: hex(random.bytes(16)),
    sdk: SDK,
    requireConsent: options.requireConsent,
    consent: options.consent,
    page: options.page && { ...options.page, url: pageAddress(options.page.url) },
    locale: options.locale || undefined,
  };
}
