import type { AppendBody, AttachmentLink, FilledForm, LogEvent } from '@service/protocol';
import { CLIENT_LIMITS, isBlank, isRecord } from '@service/protocol';
import { browserPorts } from '../platform/browser.js';
import type { Ports } from '../platform/ports.js';
import { watchThisPage } from '../platform/this-page.js';
import { addresses } from './api/addresses.js';
import type { ChatClient, ChatClientOptions, SearchResult } from './api/chat-client.js';
import { checkOptions, isConsent } from './api/check-options.js';
import { ConsentRequired } from './api/consent-required.js';
import type { ConversationRequest, DeferredInput } from './features/deferred-state.js';
import type { ClientToolsInput, Registered } from './lazy/client-tools/types.js';
import type { IdentityInput } from './lazy/identity/types.js';
import { pendingFiles } from './lazy/uploads/pending-files.js';
import type { UploadsInput, UploadsState } from './lazy/uploads/types.js';
import type { OutboxItem } from './outbox/outbox.js';
import {
  createEngine,
  createStarter,
  type Engine,
  isGated,
  mayStart,
  type OptionProblems,
  refuseCall,
} from './runtime/engine.js';
import { erasurePrefix } from './session/storage-keys.js';

/** Messages wait this long for the page's tools: an answer that begins earlier could not use them. */
const TOOLS_WITHIN_MS = 5_000;

/** As `ChatClient`, for the chat's own frame: its tools are those of the page around it. */
export interface InnerChatClient extends ChatClient {
  /** Also takes what the page around the frame has: all its tools each time, and the questions to its visitor. */
  registerTool(tool: Registered['tool'], instructions?: string): () => void;
}

/** As `createChatClient`, for our own packages and tests, with ports of their own. `found`: what can't be used of the options. */
export function createInnerChatClient(
  options: ChatClientOptions,
  ports: Ports,
  found?: OptionProblems,
): InnerChatClient {
  const engine = createEngine(options, ports, createInnerChatClient, found);
  const start = createStarter(engine);
  return {
    ...stateApi(engine, start),
    ...messageApi(engine, start),
    ...conversationApi(engine, start),
    ...visitorApi(engine, start),
    ...toolApi(engine),
    destroy: engine.end,
  };
}

/**
 * Creates the client. Nothing is opened, sent or stored before the first `connect` or `sendMessage`. Create one per inbox and
 * page, and `destroy` it at the end. Throws nothing: options that can't be used are the event `error`, and `problem` of the state
 * where there can be no chat.
 */
export function createChatClient(given: ChatClientOptions): ChatClient {
  const { options, ...found } = checkOptions(given, globalThis.location?.origin);
  // Not a copy: reading `storage` would touch it.
  const ports = Object.assign(browserPorts(options.storage ?? 'local', options.WebSocket), {
    watchPage: watchThisPage,
  });
  const client = createInnerChatClient(options, ports, { ...found, given: given ?? {} });
  addresses.set(client, options);
  return client;
}

type Api<Name extends keyof InnerChatClient> = Pick<InnerChatClient, Name>;

/** What every call does that needs the connection or the storage. False: it must do nothing. */
type Start = () => boolean;

function stateApi(
  engine: Engine,
  start: Start,
): Api<'getState' | 'subscribe' | 'on' | 'hasHistory' | 'consent' | 'connect'> {
  const { getState, listeners, session, model, dispatch } = engine;
  return {
    getState,
    subscribe: listeners.subscribe,
    on: listeners.on,
    hasHistory: () => !isGated(model()) && (session.token() !== null || session.hasItems()),
    consent(grant) {
      if (isConsent(grant)) dispatch({ type: 'consent', grant });
      else refuseCall(engine, 'consent');
    },
    connect() {
      if (start()) dispatch({ type: 'connection', input: { type: 'connect' } });
    },
  };
}

type MessageApi = Api<
  | 'sendMessage'
  | 'upload'
  | 'getAttachmentLink'
  | 'retry'
  | 'discard'
  | 'stopAnswer'
  | 'rateAnswer'
  | 'requestHuman'
  | 'endHandoff'
  | 'notifyTyping'
  | 'markRead'
>;

function messageApi(engine: Engine, start: Start): MessageApi {
  const { dispatch, newId, toFeature, ports } = engine;
  let typedAt = Number.NEGATIVE_INFINITY;

  const append: Append = (body, files) => {
    if (!start()) return null;
    const id = newId();
    typedAt = Number.NEGATIVE_INFINITY;
    dispatch({ type: 'append', clientId: id, body, ...(files && { files }) });
    return id;
  };

  return {
    sendMessage: (text, uploads = [], filled) =>
      typeof text === 'string'
        ? sendMessage(engine, append, isBlank(text) ? '' : text.trim(), uploads.filter(isId), filled)
        : refuseCall(engine, 'sendMessage'),
    upload(file) {
      if (!(file instanceof Blob)) return refuseCall(engine, 'upload');
      if (!start()) return null;
      const id = newId();
      toFeature<UploadsInput>('uploads', { type: 'pick', id, file });
      return id;
    },
    getAttachmentLink: (attachment) =>
      new Promise<AttachmentLink | null>((callback) =>
        toFeature<UploadsInput>('uploads', { type: 'link', attachment, callback }),
      ),
    retry(id) {
      if (start()) dispatch({ type: 'retry', clientId: id, newId: newId() });
    },
    discard: (id) => dispatch({ type: 'discard', clientId: id }),
    stopAnswer: () => dispatch({ type: 'stop' }),
    rateAnswer: (answer, value) => void append({ kind: 'feedback', message: answer, value }),
    requestHuman: (reason) => void append({ kind: 'handoff.requested', ...(reason && { reason }) }),
    endHandoff: () => void append({ kind: 'handoff.ended' }),
    notifyTyping() {
      const now = ports.clock.now();
      if (now - typedAt < CLIENT_LIMITS.typingEveryMs) return;
      typedAt = now;
      dispatch({ type: 'typing' });
    },
    markRead: () => dispatch({ type: 'mark-read' }),
  };
}

const isId = (id: string | null): id is string => id !== null;

/** Null: it must not be sent, and the event `error` says why. */
type Append = (body: AppendBody, files?: OutboxItem['files']) => string | null;

function sendMessage(
  engine: Engine,
  append: Append,
  text: string,
  ids: readonly string[],
  filled: FilledForm | undefined,
): string | null {
  if (!mayStart(engine)) return null;
  if (filled) return append({ kind: 'message', text, filled });
  const body = { kind: 'message', text } as const;
  const { pendingInputs, outbox, featureStates } = engine.model();
  const uploads = featureStates.uploads as UploadsState | undefined;
  // A message that waits for its files holds back those written after it.
  const isBehind = uploads?.messages[0] ?? outbox.items.find(({ files, failed }) => files && !failed);
  if (!ids[0] && !isBehind) return text === '' ? null : append(body);
  if (uploads) {
    const clientId = engine.newId();
    engine.toFeature<UploadsInput>('uploads', { type: 'send-message', clientId, text, uploads: ids });
    return clientId;
  }
  // Show and store it now: the page may end before the code that uploads is loaded.
  const clientId = append(body, pendingFiles(pendingInputs, ids));
  if (clientId === null) return null;
  engine.toFeature<UploadsInput>('uploads', { type: 'adopt-message', clientId, uploads: ids });
  return clientId;
}

type ConversationApi = Api<
  | 'newConversation'
  | 'openConversation'
  | 'loadConversations'
  | 'eraseConversation'
  | 'loadOlder'
  | 'loadTranscript'
  | 'search'
>;

function conversationApi({ model, ports, root, newId, toFeature, ended }: Engine, start: Start): ConversationApi {
  const toDeferred = (input: DeferredInput): void => toFeature('deferred', input);

  const request = (type: ConversationRequest['type'], conversation?: string): void => {
    if (!start()) return;
    const from = model();
    const erased = type === 'erase-conversation' && (conversation ?? from.conversation);
    // The code may be long in coming, and the page may end before: the next page finds the note.
    if (erased && !from.features.deferred) ports.storage.set(erasurePrefix(root) + erased, '');
    const input: DeferredInput = { type, conversation, id: newId(), at: ports.clock.now(), from };
    toFeature('deferred', input, { blocksOutbox: true });
  };

  return {
    newConversation: () => request('new-conversation'),
    openConversation: (id) => request('open-conversation', id),
    loadConversations: () => request('list-conversations'),
    eraseConversation: (id) => request('erase-conversation', id),
    loadOlder() {
      if (model().hasOlder) toDeferred({ type: 'load-older' });
    },
    loadTranscript() {
      return new Promise<readonly LogEvent[]>((resolve, reject) => {
        if (!start()) return reject(new ConsentRequired());
        const leave = (): void => reject(ended.reason);
        if (ended.aborted) return leave();
        ended.addEventListener('abort', leave);
        toDeferred({ type: 'load-transcript', callback: { resolve, reject } });
      });
    },
    search: (text) => new Promise<SearchResult | null>((callback) => toDeferred({ type: 'search', text, callback })),
  };
}

function visitorApi(
  engine: Engine,
  start: Start,
): Api<'withdrawConsent' | 'updateContext' | 'updatePage' | 'identify' | 'logout'> {
  const { model, session, ended, dispatch, toFeature } = engine;
  const toIdentity = (input: IdentityInput): void => toFeature('identity', input);
  return {
    withdrawConsent() {
      if (start()) toFeature<DeferredInput>('deferred', { type: 'withdraw-consent' });
    },
    updateContext: (user, isWhole) =>
      toFeature<DeferredInput>('deferred', { type: 'user', user, isWhole }, { blocksOutbox: true }),
    updatePage(page) {
      if (page === null || isRecord(page)) dispatch({ type: 'page', page });
      else refuseCall(engine, 'updatePage');
    },
    identify(getToken) {
      if (typeof getToken === 'function') toIdentity({ type: 'identify', getToken });
      else refuseCall(engine, 'identify');
    },
    logout() {
      // The code may be long in coming, and a sign-out usually leads to another page at once.
      if (!model().features.identity && !ended.aborted) session.clearAll();
      toIdentity({ type: 'logout' });
    },
  };
}

function toolApi(engine: Engine): Api<'registerTool' | 'resolveToolCall'> {
  const { model, ports, dispatch, toFeature } = engine;
  const toTools = (input: ClientToolsInput): void => toFeature('clientTools', input);
  return {
    registerTool(tool, instructions) {
      const of = { tool, instructions };
      if (!isRecord(tool)) {
        refuseCall(engine, 'registerTool');
        return () => undefined;
      }
      const until = ports.clock.now() + TOOLS_WITHIN_MS;
      if (!model().features.clientTools) dispatch({ type: 'await-tools', until });
      toTools({ type: 'register', of, until });
      return () => toTools({ type: 'register', of, gone: true });
    },
    resolveToolCall: (entry, approved, reason) => toTools({ type: 'decide', entry, approved, reason }),
  };
}
