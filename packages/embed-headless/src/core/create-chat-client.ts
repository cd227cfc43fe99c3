/**
 * Makes a chat client that lives in a browser: the pure machine in the middle, and around it the effects: one socket,
 * a few timers, storage, and what the browser tells about network and visibility.
 */
import {
  CHAT_LIMITS,
  type ConsentGrant,
  clientId,
  REALTIME_PATH,
  readServerFrame,
  SUBPROTOCOL,
  type WidgetEvents,
} from '@service/protocol';
import { browserPorts } from './browser-ports.js';
import type { ChatClient, ChatClientOptions, ClientEvents } from './chat-client.js';
import type { ChatState } from './chat-state.js';
import { viewOf } from './chat-view.js';
import { ConsentRequired } from './consent-required.js';
import type { Effect, TimerName } from './effect.js';
import type { Feature, FeatureName, InputOf } from './features/feature.js';
import { loadFeature } from './features/features.js';
import { isForeign } from './features/loading.js';
import { type Kept, keptIn } from './kept.js';
import { HIDDEN_REST_MS } from './link.js';
import { step } from './machine.js';
import { type Identity, type Input, type Model, newModel } from './model.js';
import type { Ports, Signal, Socket } from './ports.js';
import { rootKey } from './storage-keys.js';

declare const __VERSION__: string | undefined;
const SDK = `headless/${typeof __VERSION__ === 'string' ? __VERSION__ : 'dev'}`;
/** A tab that nobody sees leaves it to the others to notice what is new, for so long. */
const LET_OTHERS_ALERT_MS = 700;

/**
 * Creates the client; nothing is opened, sent or written before the first `connect` or `send`. `ports` replaces the
 * browser in tests. Create one per inbox and page, and `destroy` it at the end.
 */
export function createChatClient(
  options: ChatClientOptions,
  ports: Ports = browserPorts(options.storage ?? 'local', options.WebSocket),
): ChatClient {
  return new Driver(options, ports);
}

class Driver implements ChatClient {
  private model: Model;
  private readonly kept: Kept;
  private socket: Socket | null = null;
  private readonly timers = new Map<TimerName, () => void>();
  private readonly changed = new Set<() => void>();
  private readonly listeners = new Map<keyof ClientEvents, Set<(detail: never) => void>>();
  private view: ChatState | null = null;
  private lastConnection: WidgetEvents['connection']['state'] = 'idle';
  private leave: (() => void) | null = null;
  private unwatch: (() => void) | null = null;
  /** Ends the turn of this tab among those that begin a session. */
  private endDial: (() => void) | null = null;
  private readonly alerts = new Set<() => void>();
  private typedAt = Number.NEGATIVE_INFINITY;
  private readonly end = new AbortController();
  private depth = 0;
  /** Something that a screen may show. A screen that calls `markRead` whenever it is drawn must not be drawn by it. */
  private isChanged = false;

  constructor(
    private readonly options: ChatClientOptions,
    private readonly ports: Ports,
  ) {
    const identity: Identity = {
      inboxId: options.inboxId,
      hostOrigin: options.hostOrigin ?? globalThis.location?.origin ?? '',
      instance: hex(ports.chance.bytes(16)),
      sdk: SDK,
      ...(options.consent && { consent: options.consent }),
      ...(options.page && { page: options.page }),
      ...(options.locale && { locale: options.locale }),
    };
    this.model = newModel(identity, options.user ?? null);
    this.kept = keptIn(ports.keeper, ports.tabs, rootKey(identity.inboxId, identity.hostOrigin), identity.instance);
  }

  // ── what screens use ─────────────────────────────────────────────────────────────────────────────────────────────

  // These two are handed to hooks as they are, without their owner.
  readonly getState = (): ChatState => {
    // Whether anything can be kept is found out by touching the storage, which is too early before the consent.
    const gated = this.isGated();
    const durable = gated || this.kept.durable;
    this.view ??= viewOf(this.model, { online: this.ports.surroundings.online(), durable, gated });
    return this.view;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.changed.add(listener);
    return () => void this.changed.delete(listener);
  };

  on<Name extends keyof ClientEvents>(name: Name, listener: (detail: ClientEvents[Name]) => void): () => void {
    const all = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, all.add(listener));
    return () => void all.delete(listener);
  }

  hasHistory(): boolean {
    return !this.isGated() && (this.kept.token() !== null || this.kept.hasItems());
  }

  consent(grant: ConsentGrant): void {
    this.take({ type: 'consent', grant });
  }

  connect(): void {
    this.passGate();
    if (this.destroyed) return;
    this.begin();
    this.take({ type: 'link', input: { type: 'want' } });
  }

  send(text: string): string | null {
    this.passGate();
    const trimmed = text.trim();
    if (trimmed === '') return null;
    return this.append({ kind: 'message', text: trimmed });
  }

  retry(id: string): void {
    this.passGate();
    this.begin();
    this.take({ type: 'retry', clientId: id, newId: this.newClientId() });
  }

  discard(id: string): void {
    this.take({ type: 'discard', clientId: id });
  }

  stop(): void {
    this.take({ type: 'stop' });
  }

  loadOlder(): void {
    if (this.model.hasOlder) this.ask('history', { type: 'older' });
  }

  notifyTyping(): void {
    const now = this.ports.clock.now();
    if (now - this.typedAt < CHAT_LIMITS.typingEveryMs) return;
    this.typedAt = now;
    this.take({ type: 'typing' });
  }

  markRead(): void {
    this.take({ type: 'mark-read' });
  }

  requestHuman(reason?: string): void {
    this.passGate();
    this.append({ kind: 'handoff.requested', ...(reason && { reason }) });
  }

  requestPerson(reason?: string): void {
    this.requestHuman(reason);
  }

  returnToAgent(): void {
    this.passGate();
    this.append({ kind: 'handoff.ended' });
  }

  setUser(user: ChatClientOptions['user'] & object): void {
    this.take({ type: 'user', user });
  }

  destroy(): void {
    if (this.destroyed) return;
    this.end.abort();
    for (const cancel of this.timers.values()) cancel();
    this.timers.clear();
    for (const cancel of this.alerts) cancel();
    this.alerts.clear();
    this.hangUp(1000);
    this.leave?.();
    this.unwatch?.();
    this.changed.clear();
    this.listeners.clear();
  }

  private get destroyed(): boolean {
    return this.end.signal.aborted;
  }

  private isGated(): boolean {
    return this.options.requireConsent === true && !this.model.identity.consent;
  }

  private passGate(): void {
    if (this.isGated()) throw new ConsentRequired();
  }

  // ── the machine and its effects ──────────────────────────────────────────────────────────────────────────────────

  /** The first need: from here on this tab is known to the others and listens to the browser. */
  private begin(): void {
    if (this.unwatch) return;
    this.leave = this.kept.present();
    const unwatch = this.ports.surroundings.watch((signal) => this.signalled(signal));
    const unhear = this.kept.watchToken((token) => this.take({ type: 'session', token }));
    this.unwatch = () => {
      unwatch();
      unhear();
    };
    this.adopt();
  }

  private adopt(): void {
    void this.kept.adopt(this.ports.clock.now()).then((items) => {
      if (items.length > 0) this.take({ type: 'restore', items });
    });
  }

  private append(body: Extract<Input, { type: 'append' }>['body']): string {
    const id = this.newClientId();
    this.typedAt = Number.NEGATIVE_INFINITY;
    this.begin();
    this.take({ type: 'append', clientId: id, body });
    return id;
  }

  private newClientId(): string {
    return clientId(this.ports.clock.now(), (count) => this.ports.chance.bytes(count));
  }

  private take(input: Input): void {
    if (this.destroyed) return;
    const { clock, chance, surroundings } = this.ports;
    const { model, effects } = step(this.model, input, {
      now: clock.now(),
      fraction: () => chance.fraction(),
      visible: surroundings.visible(),
    });
    this.isChanged ||= model !== this.model;
    this.model = model;
    // An effect may come back as another input at once (a fake socket, a refused WebSocket): listeners hear of it once,
    // when all is done, and never see a half-made state.
    this.depth += 1;
    for (const effect of effects) this.act(effect);
    this.depth -= 1;
    if (this.depth === 0 && this.isChanged) this.tellChange();
  }

  private tellChange(): void {
    this.isChanged = false;
    this.view = null;
    const { connection } = this.getState();
    if (connection !== this.lastConnection) {
      this.lastConnection = connection;
      this.emit('connection', { state: connection });
    }
    for (const listener of [...this.changed]) guarded(listener);
  }

  private act(effect: Effect): void {
    switch (effect.do) {
      case 'open':
        return this.open(effect.generation);
      case 'send':
        return this.socket?.send(JSON.stringify(effect.frame));
      case 'close':
        return this.hangUp(effect.code);
      case 'timer': {
        this.timers.get(effect.name)?.();
        const cancel = this.ports.clock.after(effect.ms, () => {
          this.timers.delete(effect.name);
          this.take({ type: 'timer', name: effect.name });
        });
        this.timers.set(effect.name, cancel);
        return;
      }
      case 'clear':
        this.timers.get(effect.name)?.();
        this.timers.delete(effect.name);
        return;
      case 'keep-session':
        return this.kept.keepToken(effect.token);
      case 'drop-session':
        return this.kept.dropToken(effect.token);
      case 'load':
        return this.load(effect.name);
      case 'act': {
        const { name } = effect;
        const feature: Feature<typeof name> | undefined = this.model.features[name];
        return feature?.act?.(effect.effect, {
          ports: this.ports,
          baseUrl: this.options.baseUrl,
          ended: this.end.signal,
          take: (input) => this.ask(name, input),
        });
      }
      case 'alert':
        return this.alert(effect.seq);
      case 'keep-item':
        return this.kept.keepItem(effect.item);
      case 'drop-item':
        return this.kept.dropItem(effect.clientId);
      case 'emit':
        return this.emit(effect.name, effect.detail as never);
    }
  }

  /** The call that needs a feature is the one that loads it. */
  private ask<Name extends FeatureName>(name: Name, input: InputOf<Name>): void {
    this.take({ type: 'feature', name, input } as Input);
  }

  private load<Name extends FeatureName>(name: Name): void {
    (this.ports.load ?? loadFeature)(name).then(
      (feature) => this.take({ type: 'loaded', name, feature } as Input),
      () => this.take({ type: 'load-failed', name }),
    );
  }

  /**
   * With a token, tabs connect freely. Without one they take turns until the first has its welcome, or two tabs opened
   * together would become two visitors.
   */
  private open(generation: number): void {
    const token = this.kept.token();
    if (token) return void this.dial(generation, token);
    void this.kept.alone('begin', () => this.dial(generation, this.kept.token()));
  }

  /** Resolves when the socket has been welcomed, or is gone. */
  private dial(generation: number, token: string | null): Promise<void> {
    return new Promise((resolve) => {
      if (this.destroyed || generation !== this.model.link.generation) return resolve();
      this.endDial = resolve;
      const socket = this.ports.openSocket(
        `${this.options.baseUrl.replace(/^http/, 'ws')}${REALTIME_PATH}`,
        SUBPROTOCOL,
        {
          opened: () => this.take({ type: 'opened', generation, token }),
          message: (data) => {
            const read = readServerFrame(data);
            if (read.kind === 'malformed') this.take({ type: 'malformed', generation });
            const isKnown = read.kind === 'frame' || (read.kind === 'ignored' && isForeign(read.frame));
            if (!isKnown) return;
            this.take({ type: 'frame', generation, frame: read.frame });
            if (read.frame.t === 'welcome') resolve();
          },
          closed: (code, reason) => {
            if (generation === this.model.link.generation) this.socket = null;
            this.take({ type: 'closed', generation, code, reason });
            resolve();
          },
        },
      );
      this.socket = socket;
    });
  }

  private hangUp(code: number): void {
    this.socket?.close(code);
    this.socket = null;
    this.endDial?.();
    this.endDial = null;
  }

  private signalled(signal: Signal): void {
    switch (signal) {
      case 'online':
        return this.wake();
      case 'visible':
        this.act({ do: 'clear', name: 'hidden' });
        return this.wake();
      case 'pageshow':
        this.leave ??= this.kept.present();
        this.adopt();
        return this.wake();
      case 'hidden':
        return this.act({ do: 'timer', name: 'hidden', ms: HIDDEN_REST_MS });
      case 'pagehide':
        // An open socket or a held lock would keep the whole page out of the back/forward cache.
        this.take({ type: 'link', input: { type: 'park' } });
        this.leave?.();
        this.leave = null;
        return;
      case 'offline':
        // The browser may be wrong, and a socket may outlive a cable: ask it.
        return this.wake();
    }
  }

  private wake(): void {
    this.take({ type: 'link', input: { type: 'wake' } });
  }

  /** One tab of all: a visible one at once, a hidden one only when nobody has read it meanwhile. */
  private alert(seq: number): void {
    const { conversation } = this.model;
    if (conversation === null) return;
    const claim = (): void => {
      if (this.destroyed || (this.model.log?.read ?? 0) >= seq) return;
      void this.kept.claimAlert(conversation, seq).then((ours) => {
        if (ours && !this.destroyed) this.emit('alert', { unread: this.getState().unread });
      });
    };
    if (this.ports.surroundings.visible()) claim();
    else {
      const cancel = this.ports.clock.after(LET_OTHERS_ALERT_MS, () => {
        this.alerts.delete(cancel);
        claim();
      });
      this.alerts.add(cancel);
    }
  }

  private emit<Name extends keyof ClientEvents>(name: Name, detail: ClientEvents[Name]): void {
    for (const listener of [...(this.listeners.get(name) ?? [])])
      guarded(() => (listener as (d: ClientEvents[Name]) => void)(detail));
  }
}

/** A listener's mistake is reported to its owner and must not stop the client. */
function guarded(run: () => void): void {
  try {
    run();
  } catch (error) {
    globalThis.reportError?.(error);
  }
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
