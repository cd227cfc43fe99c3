/**
 * Makes a chat client that lives in a browser: the pure machine in the middle, and around it the effects: one socket,
 * a few timers, storage, and what the browser tells about network and visibility.
 */
import {
  type AttachmentLink,
  CLIENT_LIMITS,
  CLOSE_CODE,
  type ConsentGrant,
  clientId,
  type FeedbackValue,
  type FilledForm,
  type GetIdentityToken,
  hex,
  type LogEvent,
  pageAddress,
  REALTIME_PATH,
  readServerFrame,
  SUBPROTOCOL,
} from '@service/protocol';
import { browserPorts } from '../platform/browser.js';
import type { Ports, Signal, Socket } from '../platform/ports.js';
import type { ChatClient, ChatClientOptions, ClientEvents, SearchResult } from './api/chat-client.js';
import type { ChatState, ToolEntry } from './api/chat-state.js';
import { ConsentRequired } from './api/consent-required.js';
import { HIDDEN_REST_MS } from './connection/connection-state.js';
import { erasurePrefix } from './features/erasure-prefix.js';
import type { Registered } from './lazy/client-tools/client-tools.js';
import { loadFeature } from './runtime/load-feature.js';
import { createSessionStorage, type Proof } from './session/session-storage.js';
import { rootKey } from './session/storage-keys.js';
import type { Effect, TimerName } from './state/effect.js';
import type { Feature, FeatureName, InputOf } from './state/feature.js';
import { filesIn } from './state/feature-dispatch.js';
import { type ClientSettings, type Input, type Model, newModel } from './state/model.js';
import { reduce } from './state/reducer.js';
import { viewOf } from './view/chat-view.js';

declare const __VERSION__: string | undefined;
/**
 * So long what the visitor writes waits for what the page can do to be offered: an answer that is begun earlier is one
 * without the page's functions. Then it goes without them.
 */
const OFFERED_WITHIN_MS = 5_000;
const SDK = `headless/${typeof __VERSION__ === 'string' ? __VERSION__ : 'dev'}`;

/** The client as it stands behind the one that everybody may use: in a frame, the functions are those of the page around it. */
export interface InnerChatClient extends ChatClient {
  /** Beside functions: what the page around the frame has, all of it each time, and what it asks its visitor. */
  registerTool(tool: Registered['tool'], instructions?: string): () => void;
}

/** As `createChatClient`, for our own packages and tests. `ports` takes the place of the browser. */
export function createInnerChatClient(
  options: ChatClientOptions,
  ports: Ports = browserPorts(options.storage ?? 'local', options.WebSocket),
): InnerChatClient {
  const { clock, random: chance, page: surroundings } = ports;
  const identity: ClientSettings = {
    inboxId: options.inboxId,
    hostOrigin: options.hostOrigin ?? globalThis.location?.origin ?? '',
    instance: hex(chance.bytes(16)),
    sdk: SDK,
    requireConsent: options.requireConsent,
    consent: options.consent,
    page: options.page && { ...options.page, url: pageAddress(options.page.url) },
    locale: options.locale || undefined,
  };
  const baseUrl = options.baseUrl.replace(/\/$/, '');
  const root = rootKey(identity.inboxId, identity.hostOrigin);
  const kept = createSessionStorage(ports, root, identity.instance);
  const timers = new Map<TimerName, () => void>();
  const changed = new Set<() => void>();
  const listeners = new Map<keyof ClientEvents, Set<(detail: never) => void>>();
  const end = new AbortController();
  let model: Model = newModel(identity, options.user ?? null);
  let socket: Socket | null = null;
  let view: ChatState | null = null;
  /** What the events have said last of what the state says. */
  let told: Pick<ChatState, 'connection' | 'handledBy' | 'unread'> = {
    connection: 'idle',
    handledBy: 'agent',
    unread: 0,
  };
  let leave: (() => void) | null = null;
  let unwatch: (() => void) | null = null;
  /** Ends the turn of this tab among those that begin a session. */
  let endDial: (() => void) | null = null;
  let typedAt = Number.NEGATIVE_INFINITY;
  let depth = 0;
  /** Something that a screen may show. A screen that calls `markRead` whenever it is drawn must not be drawn by it. */
  let isChanged = false;

  // ── what screens use; handed out as they are, so that they work without their owner ───────────────────────────────

  function getState(): ChatState {
    // Whether anything can be kept is found out by touching the storage, which is too early before the consent.
    const gated = isGated();
    const durable = gated || kept.durable;
    view ??= viewOf(model, { online: surroundings.online(), durable, gated });
    return view;
  }

  function subscribe(listener: () => void): () => void {
    changed.add(listener);
    return () => void changed.delete(listener);
  }

  function on<Name extends keyof ClientEvents>(name: Name, listener: (detail: ClientEvents[Name]) => void): () => void {
    const all = listeners.get(name) ?? new Set();
    listeners.set(name, all.add(listener));
    return () => void all.delete(listener);
  }

  function hasHistory(): boolean {
    return !isGated() && (kept.token() !== null || kept.hasItems());
  }

  function consent(grant: ConsentGrant): void {
    take({ type: 'consent', grant });
  }

  function connect(): void {
    passGate();
    if (isDestroyed()) return;
    begin();
    take({ type: 'link', input: { type: 'want' } });
  }

  function send(text: string, uploads: readonly string[] = [], filled?: FilledForm): string | null {
    passGate();
    const trimmed = text.trim();
    if (filled) return append({ kind: 'message', text: trimmed, filled });
    const body = { kind: 'message', text: trimmed } as const;
    const { pendingInputs: waiting, outbox, featureStates: parts } = model;
    // What is said after a message that waits for its files waits behind it.
    const isBehind = parts.uploading?.messages[0] ?? outbox.items.find(({ files, failed }) => files && !failed);
    if (!uploads[0] && !isBehind) return trimmed === '' ? null : append(body);
    if (parts.uploading) {
      const clientId = newClientId();
      ask('uploading', { type: 'say', clientId, text: trimmed, uploads });
      return clientId;
    }
    // Shown and kept at once: the code may be long in coming, and the page end before it is there.
    const clientId = append(body, filesIn(waiting, uploads));
    ask('uploading', { type: 'said', clientId, uploads });
    return clientId;
  }

  function upload(file: Blob & { readonly name?: string }): string {
    start();
    const id = newClientId();
    ask('uploading', { type: 'pick', id, file });
    return id;
  }

  function attachmentLink(attachment: string): Promise<AttachmentLink | null> {
    return new Promise((tell) => ask('uploading', { type: 'link', attachment, tell }));
  }

  function retry(id: string): void {
    start();
    take({ type: 'retry', clientId: id, newId: newClientId() });
  }

  function discard(id: string): void {
    take({ type: 'discard', clientId: id });
  }

  function stop(): void {
    take({ type: 'stop' });
  }

  function loadOlder(): void {
    if (model.hasOlder) ask('history', { type: 'older' });
  }

  function transcript(): Promise<readonly LogEvent[]> {
    start();
    return new Promise((resolve, reject) => {
      end.signal.addEventListener('abort', reject);
      ask('history', { type: 'whole', wanted: { resolve, reject } });
    });
  }

  function conversations(type: InputOf<'conversations'>['type']): (given?: string) => void {
    return (given) => {
      start();
      const erased = type === 'erase' && (given ?? model.conversation);
      // Its code may be long in coming, and the page end before: the next one finds the note.
      if (erased && !model.features.conversations) ports.storage.set(erasurePrefix(root) + erased, '');
      ask('conversations', { type, given, id: newClientId(), at: clock.now(), from: model });
    };
  }

  function rate(answer: string, value: FeedbackValue): void {
    append({ kind: 'feedback', message: answer, value });
  }

  function search(text: string): Promise<SearchResult | null> {
    return new Promise((tell) => ask('search', { type: 'find', text, tell }));
  }

  function notifyTyping(): void {
    const now = clock.now();
    if (now - typedAt < CLIENT_LIMITS.typingEveryMs) return;
    typedAt = now;
    take({ type: 'typing' });
  }

  function markRead(): void {
    take({ type: 'mark-read' });
  }

  function requestHuman(reason?: string): void {
    append({ kind: 'handoff.requested', ...(reason && { reason }) });
  }

  function returnToAgent(): void {
    append({ kind: 'handoff.ended' });
  }

  function withdraw(): void {
    start();
    ask('leaving', { type: 'withdraw' });
  }

  function setUser(user: ChatClientOptions['user'] & object): void {
    take({ type: 'user', user });
  }

  function identify(getToken: GetIdentityToken): void {
    ask('identity', { type: 'identify', getToken });
  }

  function logout(): void {
    // Its code may be long in coming, and whoever says it usually leads to another page at once.
    if (!model.features.identity && !isDestroyed()) kept.clearAll();
    ask('identity', { type: 'logout' });
  }

  function destroy(): void {
    if (isDestroyed()) return;
    end.abort();
    for (const cancel of timers.values()) cancel();
    timers.clear();
    hangUp(1000);
    leave?.();
    unwatch?.();
    changed.clear();
    listeners.clear();
  }

  function registerTool(tool: Registered['tool'], instructions?: string): () => void {
    const of = { tool, instructions };
    ask('tools', { type: 'register', of, until: clock.now() + OFFERED_WITHIN_MS });
    return () => ask('tools', { type: 'register', of, gone: true });
  }

  function decideTool(entry: Pick<ToolEntry, 'call' | 'args'>, approved: boolean, reason?: string): void {
    ask('tools', { type: 'decide', entry, approved, reason });
  }

  function isDestroyed(): boolean {
    return end.signal.aborted;
  }

  function isGated(): boolean {
    const { requireConsent, consent } = model.settings;
    return requireConsent === true && !consent;
  }

  function passGate(): void {
    if (isGated()) throw new ConsentRequired();
  }

  function start(): void {
    passGate();
    begin();
  }

  // ── the machine and its effects ──────────────────────────────────────────────────────────────────────────────────

  /** The first need: from here on this tab is known to the others and listens to the browser. */
  function begin(): void {
    if (unwatch) return;
    leave = kept.announceTab();
    unwatch = surroundings.watch(signalled);
    // A tab that was opened behind another one is never told that it is hidden.
    if (!surroundings.visible()) signalled('hidden');
    // Also what is done without a network, here or in another tab, must find its code here.
    ask('leaving', { type: 'watch' });
    adopt();
  }

  /** What pages that are gone could not say is said by this one. */
  function adopt(): void {
    if (kept.hasItems() || model.outbox.items.length > 0) ask('adoption', { type: 'look' });
  }

  function append(
    body: Extract<Input, { type: 'append' }>['body'],
    files?: Extract<Input, { type: 'append' }>['files'],
  ): string {
    start();
    const id = newClientId();
    typedAt = Number.NEGATIVE_INFINITY;
    take({ type: 'append', clientId: id, body, ...(files && { files }) });
    return id;
  }

  function newClientId(): string {
    return clientId(clock.now(), (count) => chance.bytes(count));
  }

  function take(input: Input): void {
    if (isDestroyed()) return;
    const next = reduce(model, input, {
      now: clock.now(),
      fraction: () => chance.fraction(),
      visible: surroundings.visible(),
    });
    isChanged ||= next.model !== model;
    model = next.model;
    // An effect may come back as another input at once (a fake socket, a refused WebSocket): listeners hear of it once,
    // when all is done, and never see a half-made state.
    depth += 1;
    for (const effect of next.effects) act(effect);
    depth -= 1;
    if (depth === 0 && isChanged) tellChange();
  }

  function tellChange(): void {
    isChanged = false;
    view = null;
    const before = told;
    const { connection, handledBy, unread, conversation, loaded } = getState();
    told = { ...before, connection };
    // A log that is asked for anew says nothing of its conversation until it has come.
    if (loaded || !conversation) told = { connection, handledBy, unread };
    if (told.connection !== before.connection) emit('connection', { state: connection });
    if (told.handledBy !== before.handledBy) emit('handoff', { handledBy });
    if (told.unread !== before.unread) emit('unread', { count: unread });
    for (const listener of [...changed]) guarded(listener);
  }

  function act(effect: Effect): void {
    switch (effect.do) {
      case 'open':
        return open(effect.generation);
      case 'send':
        return socket?.send(JSON.stringify(effect.frame));
      case 'close':
        return hangUp(effect.code);
      case 'timer': {
        timers.get(effect.name)?.();
        const cancel = clock.after(effect.ms, () => {
          timers.delete(effect.name);
          take({ type: 'timer', name: effect.name });
        });
        timers.set(effect.name, cancel);
        return;
      }
      case 'clear':
        timers.get(effect.name)?.();
        timers.delete(effect.name);
        return;
      case 'keep-session':
        return kept.storeToken(effect.token);
      case 'drop-session':
        return kept.removeToken(effect.token);
      case 'load':
        return load(effect.name);
      case 'act': {
        const { name } = effect;
        const feature: Feature<typeof name> | undefined = model.features[name];
        return void feature?.act?.(effect.effect, {
          ports,
          baseUrl,
          root,
          instance: identity.instance,
          ended: end.signal,
          kept,
          take: (input) => ask(name, input),
        });
      }
      case 'keep-item':
        return kept.storeItem(effect.item);
      case 'drop-item':
        return kept.removeItem(effect.clientId);
      case 'emit':
        return emit(effect.name, effect.detail as never);
    }
  }

  /** The call that needs a feature is the one that loads it. */
  function ask<Name extends FeatureName>(name: Name, input: InputOf<Name>): void {
    take({ type: 'feature', name, input } as Input);
  }

  function load<Name extends FeatureName>(name: Name): void {
    (ports.load ?? loadFeature)(name).then(
      (feature) => take({ type: 'loaded', name, feature } as Input),
      () => take({ type: 'load-failed', name }),
    );
  }

  function open(generation: number): void {
    // Who is about to be identified must not become an anonymous visitor first.
    if (model.pendingInputs.some(({ name }) => name === 'identity')) return;
    kept.checkSession?.();
    kept.withSession((token, proof) => dial(generation, token, proof));
  }

  /** Resolves when the socket has been welcomed, or is gone. */
  function dial(generation: number, token: string | null, proof?: Proof): Promise<void> {
    return new Promise((resolve) => {
      if (isDestroyed() || generation !== model.connection.generation) return resolve();
      endDial = resolve;
      socket = ports.openSocket(`${baseUrl.replace(/^http/, 'ws')}${REALTIME_PATH}`, SUBPROTOCOL, {
        opened: () => take({ type: 'opened', generation, token, proof }),
        message: (data) => {
          const read = readServerFrame(data);
          if (read.kind === 'malformed') take({ type: 'malformed', generation });
          else take({ type: 'frame', generation, frame: read.frame });
          if (read.kind === 'frame' && read.frame.t === 'welcome') resolve();
        },
        closed: (code, reason) => {
          if (generation === model.connection.generation) {
            socket = null;
            if (code === CLOSE_CODE.consentWithdrawn) ask('leaving', { type: 'withdrawn' });
          }
          take({ type: 'closed', generation, code, reason });
          resolve();
        },
      });
    });
  }

  function hangUp(code: number): void {
    socket?.close(code);
    socket = null;
    endDial?.();
    endDial = null;
  }

  function signalled(signal: Signal): void {
    switch (signal) {
      case 'visible':
        act({ do: 'clear', name: 'hidden' });
        return wake();
      case 'pageshow':
        leave ??= kept.announceTab();
        adopt();
        return wake();
      case 'hidden':
        return act({ do: 'timer', name: 'hidden', ms: HIDDEN_REST_MS });
      case 'pagehide':
        // An open socket or a held lock would keep the whole page out of the back/forward cache.
        take({ type: 'link', input: { type: 'park' } });
        leave?.();
        leave = null;
        return;
      default:
        // Online or offline: the browser may be wrong, and a socket may outlive a cable: ask it.
        return wake();
    }
  }

  function wake(): void {
    take({ type: 'link', input: { type: 'wake' } });
  }

  function emit<Name extends keyof ClientEvents>(name: Name, detail: ClientEvents[Name]): void {
    for (const listener of [...(listeners.get(name) ?? [])])
      guarded(() => (listener as (d: ClientEvents[Name]) => void)(detail));
  }

  return {
    getState,
    subscribe,
    on,
    hasHistory,
    consent,
    connect,
    sendMessage: send,
    upload,
    getAttachmentLink: attachmentLink,
    retry,
    discard,
    stopAnswer: stop,
    loadOlder,
    loadTranscript: transcript,
    newConversation: conversations('new'),
    openConversation: conversations('open'),
    loadConversations: conversations('list'),
    eraseConversation: conversations('erase'),
    withdrawConsent: withdraw,
    rateAnswer: rate,
    search,
    notifyTyping,
    markRead,
    requestHuman,
    endHandoff: returnToAgent,
    updateContext: setUser,
    identify,
    logout,
    registerTool,
    resolveToolCall: decideTool,
    destroy,
  };
}

/**
 * Creates the client; nothing is opened, sent or written before the first `connect` or `send`. Create one per inbox and page,
 * and `destroy` it at the end. Throws nothing.
 */
export const createChatClient: (options: ChatClientOptions) => ChatClient = createInnerChatClient;

/** A listener's mistake is reported to its owner and must not stop the client. */
function guarded(run: () => void): void {
  try {
    run();
  } catch (error) {
    globalThis.reportError?.(error);
  }
}
