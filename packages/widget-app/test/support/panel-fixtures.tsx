/** Builders for the panel's tests: a client whose state the test writes, and a controller around it. */
import type { Answer, ChatClient, ChatState, OwnMessage, SearchResult } from '@service/embed-headless/core';
import { type FilledForm, type FrameMessage, resolveTheme } from '@service/protocol';
import type { ComponentChildren } from 'preact';
import type { Connection } from '../../src/boot/frame-handshake.js';
import { en, topics } from '../../src/i18n/en.js';
import { textsOf } from '../../src/i18n/texts.js';
import { addTopics } from '../../src/i18n/topics.js';
import { ConsentGate } from '../../src/panel/consent/consent-gate.js';
import { LiveScreen } from '../../src/panel/conversation/live-screen.js';
import type { PanelContext, PanelController } from '../../src/panel/model.js';
import { type PanelAction, type PanelState, reducePanel } from '../../src/panel/state.js';
import { TextsContext } from '../../src/ui/use-texts.js';

export const english = textsOf(en, 'en');
addTopics(english, topics);

/** For a component drawn alone: the whole panel provides its texts itself. */
export const InEnglish = ({ children }: { readonly children?: ComponentChildren }) => (
  <TextsContext.Provider value={english}>{children}</TextsContext.Provider>
);

export const own = (over: Partial<OwnMessage> = {}): OwnMessage => ({
  type: 'own',
  key: 'client-0001',
  clientId: 'client-0001',
  seq: 1,
  at: 0,
  text: 'hello',
  files: [],
  delivery: { state: 'sent' },
  ...over,
});

export const answer = (over: Partial<Answer> = {}): Answer => ({
  type: 'answer',
  key: 'msg-1',
  seq: 2,
  at: 0,
  author: { kind: 'ai', id: 'agent', name: 'Ada' },
  text: 'Yes.',
  state: 'done',
  outcome: 'answered',
  citations: [],
  offerPerson: false,
  feedback: null,
  ...over,
});

export const chatState = (over: Partial<ChatState> = {}): ChatState => ({
  connection: 'connected',
  turn: 'ready',
  status: 'ready',
  handledBy: 'agent',
  conversation: 'cnv_1',
  conversations: null,
  loadingConversations: false,
  queue: null,
  erasing: [],
  timeline: [],
  loaded: true,
  hasOlder: false,
  loadingOlder: false,
  typing: [],
  unread: 0,
  readUpTo: 0,
  outbox: 0,
  identified: false,
  uploads: [],
  storage: 'persistent',
  consentNeeded: false,
  paused: false,
  problem: null,
  ...over,
});

export interface ScriptedClient extends ChatClient {
  readonly calls: string[];
  /** The form answers that were sent. */
  readonly filled: FilledForm[];
  become(over: Partial<ChatState>): void;
}

/** Records its calls; its state is set by the test. `pictures`: addresses of files, by their ids. `finds`: the result of a search. */
export function scriptedClient(
  initial: Partial<ChatState> = {},
  pictures: Readonly<Record<string, string>> = {},
  finds: (text: string) => SearchResult | null = () => ({ hits: [], more: false }),
): ScriptedClient {
  let state = chatState(initial);
  const listeners = new Set<() => void>();
  const calls: string[] = [];
  const filled: FilledForm[] = [];
  const note = (name: string) => (argument?: unknown) => {
    calls.push(argument === undefined ? name : `${name} ${String(argument)}`);
    return null;
  };
  return {
    calls,
    become(over) {
      state = { ...state, ...over };
      for (const listener of [...listeners]) listener();
    },
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    on: () => () => undefined,
    hasHistory: () => false,
    connect: note('connect'),
    filled,
    sendMessage(text, _uploads, form) {
      if (form) filled.push(form);
      return note('send')(text);
    },
    upload(file) {
      calls.push(`upload ${file.name}`);
      return 'upload-1';
    },
    getAttachmentLink: async (id) => ({
      url: pictures[id] ?? `http://chat/v1/uploads/${id}?e=1&s=x`,
      expiresAt: Date.now() + 300_000,
    }),
    retry: note('retry'),
    discard: note('discard'),
    stopAnswer: note('stop'),
    loadOlder: note('loadOlder'),
    newConversation: note('newConversation'),
    openConversation: note('openConversation'),
    loadConversations: note('loadConversations'),
    loadTranscript: async () => [],
    eraseConversation: note('erase'),
    rateAnswer: (key, value) => void calls.push(`rate ${key} ${value}`),
    withdrawConsent: note('withdraw'),
    search: async (text) => {
      calls.push(`search ${text}`);
      return finds(text);
    },
    notifyTyping: note('typing'),
    markRead: note('markRead'),
    consent: note('consent'),
    requestHuman: note('person'),
    endHandoff: note('back'),
    updateContext: note('user'),
    updatePage: note('page'),
    identify: note('identify'),
    logout: note('logout'),
    registerTool: () => () => undefined,
    resolveToolCall: ({ call }, approved) => void calls.push(`resolveToolCall ${call} ${approved}`),
    destroy: note('destroy'),
  };
}

export const context = (
  over: Partial<PanelContext['boot']['inbox']> = {},
  posted: FrameMessage[] = [],
): PanelContext => ({
  boot: {
    hostOrigin: 'https://shop.example',
    version: '1.0.0',
    mode: 'chat-widget',
    scheme: 'light',
    look: null,
    inbox: {
      id: 'demo',
      name: 'Shop',
      agentName: 'Ada',
      agentTitle: null,
      greeting: 'Welcome.',
      placeholder: null,
      questions: ['Where is my order?'],
      theme: null,
      privacyUrl: null,
      requireConsent: false,
      consent: { version: '1', textHash: 'a'.repeat(64), locale: 'en' },
      people: { hours: 'all day' },
      ...over,
    },
  },
  connect: {
    config: {
      mode: 'chat-widget',
      requireConsent: false,
      questions: null,
      user: null,
      privacyUrl: null,
      placeholder: null,
      agentTitle: null,
    },
    scheme: 'light',
    viewport: { width: 1_280, height: 800 },
  } as unknown as Connection,
  theme: resolveTheme(null, 'light'),
  agentName: 'Ada',
  texts: english,
  opener: {
    applyTheme: () => undefined,
    setOpen: () => undefined,
    setUnread: () => undefined,
    setTexts: () => undefined,
    setPlaceholder: () => undefined,
    focus: () => undefined,
  },
  identified: false,
  post: (message) => void posted.push(message),
});

export const panelState = (over: Partial<PanelState> = {}): PanelState => ({
  open: true,
  openedBy: 'pointer',
  draft: '',
  questions: ['Where is my order?'],
  path: null,
  consent: 'not-needed',
  scheme: 'light',
  viewport: { width: 1_280, height: 800 },
  unsent: [],
  visitorNumber: 0,
  live: 'loaded',
  dialog: null,
  withdrawn: false,
  downloadFailed: false,
  sound: true,
  ...over,
});

const inConsent = (consent: PanelState['consent'] = 'not-needed'): boolean => consent !== 'not-needed';

export function controllerWith(
  client: ChatClient | null,
  over: Partial<PanelState> = {},
  inbox: Parameters<typeof context>[0] = {},
): PanelController {
  let state = panelState(over);
  const listeners = new Set<() => void>();
  return {
    context: context(inbox),
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    dispatch(action: PanelAction) {
      state = reducePanel(state, action);
      for (const listener of [...listeners]) listener();
    },
    hasHistory: false,
    client: () => client,
    screen: () => (client ? LiveScreen : null),
    send: (text) => void client?.sendMessage(text),
    ConsentGate: inConsent(over.consent) || context(inbox).boot.inbox.requireConsent ? ConsentGate : null,
    withdraw() {
      client?.withdrawConsent();
      this.dispatch({ type: 'gate', withdrawn: true });
    },
    close() {
      this.dispatch({ type: 'closed' });
    },
  };
}

/** The same chat, embedded in the page. `over`: further configuration of the page. */
export function embedded(controller: PanelController, over: Partial<Connection['config']> = {}): PanelController {
  const { connect } = controller.context;
  const config = { ...connect.config, mode: 'embedded', ...over } as Connection['config'];
  return { ...controller, context: { ...controller.context, connect: { ...connect, config } } };
}
