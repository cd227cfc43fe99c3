/** Creates the panel from its parts and carries out the commands of the page and the visitor. */
import { hasStoredChat } from '@service/embed-headless/core';
import type { InnerChatClient } from '@service/embed-headless/frame';
import type { FrameMessage, HostMessage } from '@service/protocol';
import { render } from 'preact';
import { createToolMessages, type ToolMessages } from '../client-tools/tool-messages.js';
import { readDraft, storeDraft } from '../composer/draft-storage.js';
import { adoptStylesheet } from '../theme/adopt-stylesheet.js';
import { isSoundOn, storeSoundSetting } from '../ui/sound-setting.js';
import { type ClientLoader, createClientLoader, type Visitor } from './client/client-loader.js';
import { createIdentityRequests } from './client/identity-requests.js';
import type { ConsentAtStart, ConsentController } from './consent/consent-controller.js';
import type { PanelContext, PanelController, PanelHandle } from './model.js';
import { Panel } from './panel.js';
import { isFullscreen, mayConnect, type PanelState } from './state.js';
import { createPanelStore, type PanelStore } from './store.js';
import panelCss from './styles/panel.css?inline';
import templatesCss from './styles/templates.css?inline';

export { loadTexts } from '../i18n/texts.js';

/** The chunk of a chat that asks for consent. */
type ConsentChunk = typeof import('./consent/consent.js');

const NO_CONSENT: ConsentAtStart = { required: false, grant: null, gated: false };
const NO_CONSENT_CONTROLLER: ConsentController = {
  grant: () => null,
  answer: () => undefined,
  withdraw: () => undefined,
  checkConsent: () => undefined,
};

/** `consentChunk`: null where the chat asks for no consent. */
export function startPanel(context: PanelContext, consentChunk: ConsentChunk | null = null): PanelHandle {
  const { boot, connect, post } = context;
  const embedded = connect.config.mode === 'embedded';
  const atStart = consentChunk?.consentAtStart(context) ?? NO_CONSENT;
  const visitor: Visitor = { user: connect.config.user, identified: context.identified, signedOut: false };
  const store = createPanelStore(initialState(context, atStart), (state, before) => {
    if (!embedded) reportLayout(context, state, before);
  });
  const identity = createIdentityRequests(post);
  const consent =
    consentChunk?.createConsentController({ context, atStart, store, visitor, loader: () => loader }) ??
    NO_CONSENT_CONTROLLER;
  const tools = createToolMessages({
    post,
    isAllowed: () => mayConnect(store.getState()),
    onQuestion: () => open('page'),
  });
  const loader = createClientLoader({
    context,
    store,
    visitor,
    getIdentityToken: identity.ask,
    grant: consent.grant,
    onCreated: (client) => followClient(client, { context, store, visitor, consent, tools, loader }),
  });
  const open = (by: 'keyboard' | 'pointer' | 'page'): void => {
    if (store.getState().open && !embedded) return;
    store.dispatch({ type: 'opened', by });
    loader.connect();
  };
  const controller = createController(context, {
    store,
    loader,
    consent,
    visitor,
    atStart,
    ConsentGate: consentChunk?.ConsentGate ?? null,
  });
  const unmount = mount(context, controller);
  // The draft is in the field; that of an identified visitor is stored nowhere else.
  if (visitor.identified && !atStart.gated) storeDraft(boot.inbox.id, '');
  if (embedded || controller.hasHistory) loader.connect();
  void loader.load();

  const commands: Commands = { open, close: controller.close, store, loader, visitor, identity, tools, unmount };
  return {
    report() {
      const answer = store.getState().consent;
      return {
        consent: answer === 'declined' ? 'needed' : answer,
        connection: loader.current()?.getState().connection ?? 'idle',
      };
    },
    toggle: (byKeyboard) => (store.getState().open ? controller.close() : open(byKeyboard ? 'keyboard' : 'pointer')),
    ask(text) {
      open('keyboard');
      loader.send(text);
    },
    handle: (message) => carryOut(message, boot.inbox.id, commands),
  };
}

function initialState({ boot, connect }: PanelContext, { gated }: ConsentAtStart): PanelState {
  const { inbox } = boot;
  return {
    open: connect.config.mode === 'embedded',
    openedBy: null,
    // Before the visitor has agreed, nothing is read from the browser's storage, not even the sound setting.
    draft: gated ? '' : readDraft(inbox.id),
    sound: gated || isSoundOn(inbox.id),
    visitorNumber: 0,
    questions: connect.config.questions ?? inbox.questions,
    consent: gated ? 'needed' : 'not-needed',
    scheme: connect.scheme,
    viewport: connect.viewport,
    unsent: [],
    dialog: null,
    withdrawn: false,
    downloadFailed: false,
    live: 'loading',
  };
}

/** Reports to the page which shape the frame needs, and that the chat was opened or closed. */
function reportLayout({ post, launcher }: PanelContext, state: PanelState, before: PanelState): void {
  if (state.open === before.open && isFullscreen(state) === isFullscreen(before)) return;
  const shape = state.open ? (isFullscreen(state) ? 'fullscreen' : 'panel') : 'launcher';
  post({ t: 'shape', shape });
  document.body.dataset.shape = shape;
  if (state.open === before.open) return;
  launcher.setOpen(state.open);
  post({ t: 'event', name: state.open ? 'open' : 'close', detail: {} });
}

interface Parts {
  readonly store: PanelStore;
  readonly loader: ClientLoader;
  readonly consent: ConsentController;
  readonly visitor: Visitor;
}

/** Sends a new client's events to the page, the launcher and the panel. */
function followClient(
  client: InnerChatClient,
  parts: Parts & { readonly context: PanelContext; readonly tools: ToolMessages },
): void {
  const { context, store, visitor, consent, tools, loader } = parts;
  const { boot, connect, post, launcher } = context;
  for (const name of ['message', 'unread', 'connection', 'handoff', 'tool', 'error'] as const)
    client.on(name, (detail) => post({ t: 'event', name, detail } as FrameMessage));
  client.on('alert', () => {
    const { sound, open } = store.getState();
    const seen = open && document.visibilityState === 'visible' && document.hasFocus();
    if (sound && !seen && navigator.userActivation?.hasBeenActive)
      void import('../ui/notification-sound.js').then(({ playNotificationSound }) => playNotificationSound());
  });
  client.on('unread', ({ count }) => launcher.setUnread(count));
  tools.connect(client, connect.tools === true);
  client.on('signedOut', ({ why }) => {
    visitor.user = null;
    visitor.identified &&= why === 'changed';
    storeDraft(boot.inbox.id, '');
    store.dispatch({ type: 'signed-out' });
    // An open chat goes on with the next visitor.
    if (store.getState().open && why !== 'revoked') client.connect();
  });
  client.subscribe(() => {
    if (loader.current() === client) consent.checkConsent(client.getState().consentNeeded);
  });
}

interface ControllerParts extends Parts, Pick<PanelController, 'ConsentGate'> {
  readonly atStart: ConsentAtStart;
}

function createController(
  context: PanelContext,
  { store, loader, consent, visitor, atStart, ConsentGate }: ControllerParts,
): PanelController {
  const { boot, connect, launcher, post } = context;
  const { inbox, hostOrigin } = boot;
  return {
    context,
    hasHistory: !atStart.gated && hasStoredChat(inbox.id, hostOrigin),
    getState: store.getState,
    subscribe: store.subscribe,
    dispatch(action) {
      if (action.type === 'consent') return consent.answer(action.granted);
      store.dispatch(action);
      if (action.type === 'sound') storeSoundSetting(inbox.id, action.on);
      if (action.type === 'draft' && mayConnect(store.getState()) && !visitor.identified)
        storeDraft(inbox.id, action.text);
    },
    client: loader.client,
    screen: loader.screen,
    send: loader.send,
    ConsentGate,
    withdraw: consent.withdraw,
    close() {
      // An embedded chat is always open: it has no button to open it again.
      if (connect.config.mode === 'embedded' || !store.getState().open) return;
      const focused = document.hasFocus();
      store.dispatch({ type: 'closed' });
      if (!focused) return;
      // The page gives the focus back to where it was. If nothing had it there, the launcher keeps it.
      launcher.focus();
      post({ t: 'blur' });
    },
  };
}

/** Draws the panel. Returns what removes it. */
function mount({ launcher, texts }: PanelContext, controller: PanelController): () => void {
  adoptStylesheet(panelCss);
  adoptStylesheet(templatesCss);
  launcher.setTexts(texts);
  const root = document.createElement('div');
  root.id = 'panel-root';
  // Not on the document: the page chooses the launcher's corner, whatever the writing direction.
  root.dir = texts.dir;
  document.body.prepend(root);
  render(<Panel controller={controller} />, root);
  return () => render(null, root);
}

interface Commands {
  readonly store: PanelStore;
  readonly loader: ClientLoader;
  readonly visitor: Visitor;
  readonly identity: ReturnType<typeof createIdentityRequests>;
  readonly tools: ToolMessages;
  readonly open: (by: 'pointer' | 'page') => void;
  readonly close: () => void;
  readonly unmount: () => void;
}

function carryOut(message: HostMessage, inboxId: string, commands: Commands): void {
  const { store, loader, visitor, identity, tools, open, close, unmount } = commands;
  switch (message.t) {
    case 'open':
      return open(message.byVisitor ? 'pointer' : 'page');
    case 'close':
      return close();
    case 'toggle':
      return store.getState().open ? close() : open(message.byVisitor ? 'pointer' : 'page');
    case 'send':
      return loader.send(message.text);
    case 'context':
      visitor.user = { ...visitor.user, ...message.user };
      return loader.current()?.updateContext(visitor.user);
    case 'tool':
      return tools.receive(message.say, loader.current());
    case 'identify':
      visitor.identified = true;
      if (mayConnect(store.getState())) storeDraft(inboxId, '');
      return loader.current()?.identify(identity.ask);
    case 'token':
      return identity.receive(message);
    case 'logout':
      return signOut(inboxId, commands);
    case 'bye':
      loader.stop();
      return unmount();
    default:
      return store.dispatch({ type: 'host', message });
  }
}

function signOut(inboxId: string, { store, loader, visitor }: Commands): void {
  const client = loader.current();
  if (client) return client.logout();
  visitor.signedOut = true;
  visitor.identified = false;
  visitor.user = null;
  storeDraft(inboxId, '');
  store.dispatch({ type: 'signed-out' });
  loader.client();
}
