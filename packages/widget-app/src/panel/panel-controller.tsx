/**
 * Everything behind the launcher: the panel, the chat client it shows, and the commands of the page. The client is made
 * on the first need (opened, something to send, a conversation to come back to), and never before the visitor agreed.
 */
import { remembers } from '@service/embed-headless/core';
import { forgetKept, type InnerChatClient, keepEarly, type Ports } from '@service/embed-headless/frame';
import { type FrameMessage, offeredConsent, type ToolWord, type UserContext } from '@service/protocol';
import { render } from 'preact';
import { readDraft, storeDraft } from '../composer/draft-storage.js';
import { adoptStylesheet } from '../theme/adopt-stylesheet.js';
import { importWithRetry } from '../ui/import-with-retry.js';
import { isSoundOn, storeSoundSetting } from '../ui/sound-setting.js';
import {
  clearAcceptedConsent,
  onConsentCleared,
  readAcceptedConsent,
  storeAcceptedConsent,
} from './consent/consent-marker.js';
import { createIdentityRequests } from './identity-requests.js';
import type { PanelContext, PanelController, PanelHandle } from './model.js';
import { Panel } from './panel.js';
import { isFullscreen, type PanelAction, type PanelState, reducePanel, type UnsentMessage } from './state.js';
import panelCss from './styles/panel.css?inline';
import templatesCss from './styles/templates.css?inline';

export { loadTexts } from '../i18n/load-texts.js';

export function startPanel(context: PanelContext): PanelHandle {
  const { boot, connect, post, launcher, texts } = context;
  const { config } = connect;
  const embedded = config.mode === 'embedded';
  const asksConsent = config.requireConsent || boot.inbox.requireConsent;
  // What was read and agreed to, on this visit or an earlier one; the record must name that very wording.
  let grant = asksConsent ? readAcceptedConsent(boot.inbox) : null;
  const gated = asksConsent && !grant;
  let state: PanelState = {
    open: embedded,
    openedBy: null,
    draft: gated ? '' : readDraft(boot.inbox.id),
    visit: 0,
    questions: config.questions ?? boot.inbox.questions,
    consent: gated ? 'needed' : 'not-needed',
    scheme: connect.scheme,
    viewport: connect.viewport,
    waiting: [],
    sheet: null,
    withdrawn: false,
    downloadFailed: false,
    live: 'loading',
    // Before the visitor has agreed, not even this is looked up.
    sound: gated || isSoundOn(boot.inbox.id),
  };
  const comesBack = !gated && remembers(boot.inbox.id, boot.hostOrigin);
  let live: typeof import('./live.js') | null = null;
  let client: InnerChatClient | null = null;
  /** What the client works with, and where it has its session. */
  let ports: Ports | null = null;
  /** Something needs the connection: opened, something to send, a conversation to come back to. */
  let needed = false;
  let gone = false;
  let user: UserContext | null = config.user;
  let { vouched } = context;
  /** Somebody left before there was a client that could forget them. */
  let leaving = false;
  const page = createIdentityRequests(post);
  const listeners = new Set<() => void>();

  const dispatch = (action: PanelAction): void => {
    const before = state;
    state = reducePanel(state, action);
    if (state === before) return;
    if (!embedded && (state.open !== before.open || isFullscreen(state) !== isFullscreen(before))) layOut(before);
    for (const listener of [...listeners]) listener();
  };
  const layOut = (before: PanelState): void => {
    const shape = state.open ? (isFullscreen(state) ? 'fullscreen' : 'panel') : 'launcher';
    post({ t: 'shape', shape });
    document.body.dataset.shape = shape;
    if (state.open === before.open) return;
    launcher.setOpen(state.open);
    post({ t: 'event', name: state.open ? 'open' : 'close', detail: {} });
  };
  const looking = (): boolean => state.open && document.visibilityState === 'visible' && document.hasFocus();
  const mayTalk = (): boolean => state.consent === 'not-needed' || state.consent === 'given';

  const theClient = (): InnerChatClient | null => {
    if (client || !live || !mayTalk()) return client;
    ports = live.browserPorts('local');
    const made = live.innerChatClient(
      {
        inboxId: boot.inbox.id,
        baseUrl: location.origin,
        hostOrigin: boot.hostOrigin,
        ...(user && { user }),
        // Also when it was given on an earlier visit: a session that has ended meanwhile is begun anew with it.
        ...(grant && { consent: grant }),
        locale: texts.locale,
      },
      ports,
    );
    client = made;
    for (const name of ['message', 'unread', 'connection', 'handoff', 'tool', 'error'] as const) {
      made.on(name, (detail) => post({ t: 'event', name, detail } as FrameMessage));
    }
    made.on('alert', () => {
      if (state.sound && !looking() && navigator.userActivation?.hasBeenActive)
        void import('../ui/notification-sound.js').then(({ playNotificationSound: playSoftTone }) => playSoftTone());
    });
    made.on('unread', ({ count }) => launcher.setUnread(count));
    // A page that has no functions doesn't answer, and costs nothing.
    post({ t: 'tool', say: { do: 'offer' } });
    if (connect.tools) made.registerTool({ coming: true });
    for (const said of early.splice(0)) heardOfTools(said);
    made.on('signedOut', ({ why }) => {
      user = null;
      vouched &&= why === 'changed';
      storeDraft(boot.inbox.id, '');
      dispatch({ type: 'signed-out' });
      // Whoever looks at the chat now is somebody new to it.
      if (state.open && why !== 'revoked') made.connect();
    });
    // Taken back in another tab; or the server wants another wording agreed to than the one this page knows of.
    made.subscribe(() => {
      if (client === made && made.getState().consentNeeded && asksConsent) askAgain();
    });
    if (leaving) made.logout();
    if (vouched) made.identify(page.ask);
    return made;
  };

  /** By this visitor's own click, and not in another tab. */
  let withdrawing = false;
  /** Back to the gate; the client of the old consent does nothing any more. */
  const askAgain = (): void => {
    client?.destroy();
    client = null;
    grant = null;
    clearAcceptedConsent(boot.inbox);
    storeDraft(boot.inbox.id, '');
    launcher.setUnread(0);
    dispatch({ type: 'gate', withdrawn: withdrawing });
    withdrawing = false;
    post({ t: 'event', name: 'consent', detail: { granted: false } });
  };

  // Taken back in another tab while this one may have no network: it must not go on, nor come back as if nothing had happened.
  onConsentCleared(boot.inbox, () => {
    if (asksConsent && mayTalk()) askAgain();
  });

  /** Opens the connection, now or as soon as there can be one, and hands over what was written before. */
  const connectSoon = (): void => {
    needed = true;
    const talking = theClient();
    if (!talking) return;
    talking.connect();
    const inMemory = state.waiting.filter((message) => message.clientId === null);
    if (inMemory.length === 0) return;
    dispatch({ type: 'waiting', messages: state.waiting.filter((message) => message.clientId !== null) });
    for (const { text } of inMemory) talking.send(text);
  };
  /** Into the storage where there is one, so that a reload loses nothing either; never before the visitor has agreed. */
  const kept = (text: string): UnsentMessage => {
    const early = mayTalk() && !vouched ? keepEarly(boot.inbox.id, boot.hostOrigin, text) : null;
    return { clientId: early?.kept ? early.clientId : null, text };
  };
  const send = (said: string, uploads: readonly string[] = []): void => {
    const talking = theClient();
    const text = said.trim();
    if (talking) talking.send(text, uploads);
    else if (text !== '') {
      dispatch({ type: 'wait', message: kept(text) });
      connectSoon();
    }
  };

  let ofPage: Promise<(said: unknown) => void> | null = null;
  /** What the page asks while there is no client yet. */
  const early: unknown[] = [];
  const heardOfTools = (said: unknown): void => {
    const word = said as ToolWord;
    if (word.of === 'ask' && !mayTalk())
      return post({ t: 'tool', say: { do: 'answer', id: word.id, approved: false } });
    if (word.of === 'ask') open('page');
    const talking = client;
    if (!talking) {
      // Its part of the program is on its way.
      if (word.of === 'ask' || word.of === 'over') early.push(said);
      return;
    }
    // At once: the first command may follow on its heels.
    if (word.of === 'soon') return void talking.registerTool({ coming: true });
    ofPage ??= import('../client-tools/page-tools.js').then(({ connectPageTools: toolsOfPage }) =>
      toolsOfPage(talking, post),
    );
    ofPage.then(
      (hear) => hear(said),
      () => {
        ofPage = null;
      },
    );
  };

  /** By the visitor or by the page. What stands in the page is always open: there is nothing to open it again with. */
  const close = (): void => {
    if (embedded || !state.open) return;
    const focused = document.hasFocus();
    dispatch({ type: 'closed' });
    if (!focused) return;
    // Focus goes back to where it was on the page; when nothing was focused there, the launcher is the way back in.
    launcher.focus();
    post({ t: 'blur' });
  };

  const controller: PanelController = {
    context,
    comesBack,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    dispatch(action) {
      if (action.type === 'consent' && action.granted) grant = offeredConsent(boot.inbox, texts.language);
      dispatch(action);
      if (action.type === 'sound') storeSoundSetting(boot.inbox.id, action.on);
      if (action.type === 'draft' && mayTalk() && !vouched) storeDraft(boot.inbox.id, action.text);
      if (action.type !== 'consent') return;
      post({ t: 'event', name: 'consent', detail: { granted: action.granted } });
      if (!action.granted) return;
      if (grant) storeAcceptedConsent(boot.inbox, grant);
      if (!live) dispatch({ type: 'waiting', messages: state.waiting.map(({ text }) => kept(text)) });
      if (!vouched) storeDraft(boot.inbox.id, state.draft);
      // What the page sent before the visitor agreed goes out now, once.
      connectSoon();
    },
    client: theClient,
    screen: () => live?.LiveScreen ?? null,
    send,
    asksConsent,
    withdraw() {
      withdrawing = true;
      storeSoundSetting(boot.inbox.id, true);
      // The gate comes when the client has forgotten everything, which it says itself.
      if (client?.getState().connection === 'connected') return client.withdraw();
      // Nobody to ask and nobody to tell: it holds at once all the same, and the server hears of it when it can.
      const token = forgetKept(boot.inbox.id, boot.hostOrigin, ports);
      askAgain();
      if (token === null) return;
      const whose = { inboxId: boot.inbox.id, baseUrl: location.origin, hostOrigin: boot.hostOrigin };
      void importWithRetry(
        () => import('./live.js'),
        () => undefined,
      ).then(({ tellWithdrawn }) => tellWithdrawn(whose, token));
    },
    close,
  };

  adoptStylesheet(panelCss);
  adoptStylesheet(templatesCss);
  launcher.speak(texts);
  const root = document.createElement('div');
  root.id = 'panel-root';
  // Only here: the launcher's corner is the page's choice, whichever way the words run.
  root.dir = texts.dir;
  document.body.prepend(root);
  render(<Panel controller={controller} />, root);

  const open = (by: 'keyboard' | 'pointer' | 'page'): void => {
    if (state.open && !embedded) return;
    dispatch({ type: 'opened', by });
    connectSoon();
  };
  // It is in the field; what a visitor types whom the site vouches for is nowhere else.
  if (vouched && !gated) storeDraft(boot.inbox.id, '');
  if (embedded || comesBack) connectSoon();
  void importWithRetry(
    () => import('./live.js'),
    () => dispatch({ type: 'live', live: 'missing' }),
  ).then((part) => {
    if (gone) return;
    live = part;
    adoptStylesheet(part.transcriptCss);
    if (needed) connectSoon();
    else if (leaving) theClient();
    dispatch({ type: 'live', live: 'here' });
  });

  return {
    report: () => ({
      consent: state.consent === 'declined' ? 'needed' : state.consent,
      connection: client?.getState().connection ?? 'idle',
    }),
    toggle: (byKeyboard) => (state.open ? close() : open(byKeyboard ? 'keyboard' : 'pointer')),
    ask(text) {
      open('keyboard');
      controller.send(text);
    },
    handle(message) {
      switch (message.t) {
        case 'open':
          return open(message.byVisitor ? 'pointer' : 'page');
        case 'close':
          return close();
        case 'toggle':
          return state.open ? close() : open(message.byVisitor ? 'pointer' : 'page');
        case 'send':
          return controller.send(message.text);
        case 'context':
          user = { ...user, ...message.user };
          return client?.setUser(user);
        case 'tool':
          return heardOfTools(message.say);
        case 'identify':
          vouched = true;
          if (mayTalk()) storeDraft(boot.inbox.id, '');
          return client?.identify(page.ask);
        case 'token':
          return page.hear(message);
        case 'logout':
          if (client) return client.logout();
          leaving = true;
          vouched = false;
          user = null;
          storeDraft(boot.inbox.id, '');
          dispatch({ type: 'signed-out' });
          return void theClient();
        case 'bye':
          gone = true;
          client?.destroy();
          return render(null, root);
        default:
          return dispatch({ type: 'host', message });
      }
    },
  };
}
