/** Creates the panel from its parts and carries out the commands of the page and the visitor. */
import { setTextOnElements } from '@service/content';
import { hasStoredChat } from '@service/embed-headless/core';
import type { HostMessage } from '@service/protocol';
import { options, render } from 'preact';
import { createToolMessages, type ToolMessages } from '../client-tools/tool-messages.js';
import { readDraft, storeDraft } from '../composer/draft-storage.js';
import { adoptStylesheet } from '../theme/adopt-stylesheet.js';
import { isSoundOn, storeSoundSetting } from '../ui/sound-setting.js';
import { type ClientLoader, createClientLoader, type Visitor } from './client/client-loader.js';
import { followClient } from './client/follow-client.js';
import { createIdentityRequests } from './client/identity-requests.js';
import { createUnreadMarker, type UnreadMarker } from './client/unread-marker.js';
import type { ConsentAtStart, ConsentController } from './consent/consent-controller.js';
import type { PanelContext, PanelController, PanelHandle } from './model.js';
import { Panel } from './panel.js';
import { isFullscreen, mayConnect, type OpenedBy, type PanelState } from './state.js';
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
  const { boot, connect, opener, post } = context;
  const embedded = connect.config.mode === 'embedded';
  const atStart = consentChunk?.consentAtStart(context) ?? NO_CONSENT;
  const visitor = visitorOf(context);
  const store = createPanelStore(initialState(context, atStart), (state, before) => {
    reportLayout(context, state, before);
    marker?.update();
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
    onCreated: (client) => followClient(client, { context, store, visitor, consent, tools, loader, marker }),
  });
  const marker = boot.launcher ? createUnreadMarker({ context, store, loader }) : null;
  const open = (by: OpenedBy): void => {
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
  const view = createView(context, controller);
  // The draft is in the field; that of an identified visitor is stored nowhere else.
  if (visitor.identified && !atStart.gated) storeDraft(boot.inbox.id, '');
  // On a page that draws the launcher, most visitors never open the panel: nothing is loaded or connected for them.
  const hasSession = controller.hasHistory || visitor.identified;
  if (embedded || (opener ? controller.hasHistory : hasSession && connect.unread)) loader.connect();
  if (opener) loader.load();
  context.welcomes?.askForPath(context);
  if (opener || embedded) view.draw();
  marker?.update();

  const commands: Commands = {
    ...{ context, open, close: controller.close, store, loader, visitor, identity, tools, marker, view },
    write: (text) => controller.dispatch({ type: 'draft', text }),
  };
  return {
    report: () => reportOf(store.getState(), loader),
    toggle: (byKeyboard) => (store.getState().open ? controller.close() : open(byKeyboard ? 'keyboard' : 'pointer')),
    ask(text) {
      open('keyboard');
      loader.send(text);
    },
    handle(message) {
      carryOut(message, commands);
      if (store.getState().open) view.draw();
    },
    draw: view.draw,
  };
}

/** What is written into a preview is stored as little as what a known visitor writes: not at all. */
const visitorOf = ({ boot, connect, identified }: PanelContext): Visitor => ({
  user: connect.config.user,
  identified: identified || boot.preview === true,
  signedOut: false,
});

function reportOf({ consent }: PanelState, loader: ClientLoader): ReturnType<PanelHandle['report']> {
  return {
    consent: consent === 'declined' ? 'needed' : consent,
    connection: loader.current()?.getState().connection ?? 'idle',
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
    questions: connect.config.questions ?? null,
    path: null,
    consent: gated ? 'needed' : 'not-needed',
    scheme: connect.scheme,
    viewport: connect.viewport,
    unsent: [],
    dialog: null,
    withdrawn: false,
    downloadFailed: false,
    // A preview loads no more than this.
    live: boot.preview ? 'loaded' : 'loading',
  };
}

/** Reports to the page which shape the frame needs, and that the chat was opened or closed. */
function reportLayout({ post, theme, opener, connect }: PanelContext, state: PanelState, before: PanelState): void {
  const covers = (of: PanelState): boolean => connect.config.mode !== 'embedded' && isFullscreen(of);
  if (state.open === before.open && covers(state) === covers(before)) return;
  const shape = state.open ? (covers(state) ? 'fullscreen' : 'panel') : 'launcher';
  post({ t: 'shape', shape, ...(!opener && { radius: shape === 'fullscreen' ? 0 : theme.tokens.radiusPx }) });
  document.body.dataset.shape = shape;
  if (state.open === before.open) return;
  opener?.setOpen(state.open);
  post({ t: 'event', name: state.open ? 'open' : 'close', detail: {} });
}

interface ControllerParts extends Pick<PanelController, 'ConsentGate'> {
  readonly store: PanelStore;
  readonly loader: ClientLoader;
  readonly consent: ConsentController;
  readonly visitor: Visitor;
  readonly atStart: ConsentAtStart;
}

function createController(
  context: PanelContext,
  { store, loader, consent, visitor, atStart, ConsentGate }: ControllerParts,
): PanelController {
  const { boot, opener, post } = context;
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
    client: loader.shown,
    screen: loader.screen,
    send: loader.send,
    ConsentGate,
    withdraw: consent.withdraw,
    close() {
      if (!store.getState().open) return;
      const focused = document.hasFocus();
      store.dispatch({ type: 'closed' });
      if (!focused) return;
      // The page gives the focus back to where it was. If nothing had it there, the launcher keeps it.
      opener?.focus();
      post({ t: 'blur' });
    },
  };
}

interface View {
  /** Once. */
  draw(): void;
  remove(): void;
}

function createView({ opener, texts }: PanelContext, controller: PanelController): View {
  let root: HTMLElement | null = null;
  return {
    draw() {
      if (root) return;
      adoptStylesheet(panelCss + templatesCss);
      opener?.setTexts(texts);
      root = document.createElement('div');
      root.id = 'panel-root';
      // Not on the document: the page chooses the launcher's corner, whatever the writing direction.
      root.dir = texts.dir;
      document.body.prepend(root);
      setTextOnElements(options);
      render(<Panel controller={controller} />, root);
    },
    remove() {
      if (root) render(null, root);
    },
  };
}

interface Commands {
  readonly context: PanelContext;
  readonly store: PanelStore;
  readonly loader: ClientLoader;
  readonly visitor: Visitor;
  readonly identity: ReturnType<typeof createIdentityRequests>;
  readonly tools: ToolMessages;
  readonly marker: UnreadMarker | null;
  readonly open: (by: OpenedBy) => void;
  readonly close: () => void;
  /** Into the visitor's field. */
  readonly write: (text: string) => void;
  readonly view: View;
}

function carryOut(message: HostMessage, commands: Commands): void {
  const { context, store, loader, visitor, identity, tools, open, close, view } = commands;
  switch (message.t) {
    case 'open':
      return open(openedBy(message));
    case 'close':
      return close();
    case 'toggle':
      return store.getState().open ? close() : open(openedBy(message));
    case 'send':
      return loader.send(message.text);
    case 'prefill':
      return commands.write(message.text);
    case 'context':
      visitor.user = { ...visitor.user, ...message.user };
      return loader.current()?.updateContext(visitor.user);
    case 'page':
      if (context.welcomes) store.dispatch({ type: 'path', path: context.welcomes.pathOf(message.page) });
      if ((context.boot.inbox.visitorPage ?? 'none') !== 'none') loader.updatePage(message.page);
      return;
    case 'tool':
      return tools.receive(message.say, loader.current());
    case 'identify':
      visitor.identified = true;
      if (mayConnect(store.getState())) storeDraft(context.boot.inbox.id, '');
      loader.current()?.identify(identity.ask);
      return context.connect.unread ? loader.connect() : undefined;
    case 'token':
      return identity.receive(message);
    case 'logout':
      return signOut(commands);
    case 'bye':
      loader.stop();
      return view.remove();
    default:
      return store.dispatch({ type: 'host', message });
  }
}

function openedBy({ byKeyboard, byVisitor }: Extract<HostMessage, { t: 'open' | 'toggle' }>): OpenedBy {
  return byKeyboard ? 'keyboard' : byVisitor ? 'pointer' : 'page';
}

function signOut({ context, store, loader, visitor, marker }: Commands): void {
  const { inbox, hostOrigin } = context.boot;
  marker?.remove();
  const client = loader.current();
  if (client) return client.logout();
  visitor.signedOut = true;
  visitor.identified = false;
  visitor.user = null;
  storeDraft(inbox.id, '');
  store.dispatch({ type: 'signed-out' });
  // Creates the client, which forgets the visitor's session.
  if (mayConnect(store.getState()) && hasStoredChat(inbox.id, hostOrigin)) loader.load();
  loader.client();
}
