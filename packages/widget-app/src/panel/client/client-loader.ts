/**
 * Loads the chat client and creates it on the first need: the chat was opened, there is something to send, or an earlier
 * visit left a conversation. Never creates it before the visitor has agreed.
 */
import { enqueueBeforeLoad, type InnerChatClient, type Ports } from '@service/embed-headless/frame';
import { type ConsentGrant, type GetIdentityToken, isBlank, type UserContext } from '@service/protocol';
import { adoptStylesheet } from '../../theme/adopt-stylesheet.js';
import { importWithRetry } from '../../ui/import-with-retry.js';
import type { PanelContext, PanelController } from '../model.js';
import { mayConnect, type UnsentMessage } from '../state.js';
import type { PanelStore } from '../store.js';

/** What the page has reported about its visitor. Changes while the panel exists. */
export interface Visitor {
  user: UserContext | null;
  /** The page answers identity requests for the visitor. */
  identified: boolean;
  /** The page signed the visitor out before there was a client that could forget them. */
  signedOut: boolean;
}

export interface ClientLoader extends Pick<PanelController, 'screen' | 'send'> {
  /** Creates the client if it can be created now. */
  client(): InnerChatClient | null;
  /** The same, once all that components say about a conversation has loaded. */
  shown(): InnerChatClient | null;
  /** The client, if it exists. */
  current(): InnerChatClient | null;
  /** The answer of the page around the frame to where the visitor is; not validated. */
  updatePage(page: unknown): void;
  /** The storage of the client's session; null before there was a client. */
  ports(): Ports | null;
  /** Connects now or as soon as possible, and then sends what was written before. */
  connect(): void;
  /** After consent: stores the unsent messages, so that a reload doesn't lose them. */
  storeUnsent(): void;
  /** Ends the client of a withdrawn consent; the next one is created after a new consent. */
  discard(): void;
  /** Loads the client's code, and what shows the conversation. */
  load(): void;
  /** The panel is gone. */
  stop(): void;
}

interface ClientLoaderDeps {
  readonly context: PanelContext;
  readonly store: PanelStore;
  readonly visitor: Visitor;
  readonly getIdentityToken: GetIdentityToken;
  grant(): ConsentGrant | null;
  /** Called with each new client before it is used. */
  onCreated(client: InnerChatClient): void;
}

export function createClientLoader(deps: ClientLoaderDeps): ClientLoader {
  const { context, store, visitor, grant, onCreated } = deps;
  let live: LiveChunk | null = null;
  /** The live chunk and its texts have loaded. */
  let drawable = false;
  let client: InnerChatClient | null = null;
  let ports: Ports | null = null;
  let [loading, needed, stopped] = [false, false, false];

  const create = (): InnerChatClient | null => {
    if (client || !live || !mayConnect(store.getState())) return client;
    ports = Object.assign(live.browserPorts('local'), { watchPage: () => requestPage(context) });
    client = live.createInnerChatClient(clientOptions(context, visitor, grant()), ports);
    onCreated(client);
    signInOrOut(client, deps);
    return client;
  };
  const load = async (): Promise<void> => {
    if (loading || context.boot.preview) return;
    loading = true;
    const topics = importWithRetry(context.texts.loadTopics, () => undefined);
    const chunk = await loadLive(store);
    if (stopped) return;
    live = chunk;
    adoptStylesheet(chunk.transcriptCss);
    if (needed) connect();
    else if (visitor.signedOut) create();
    chunk.addTopics(context.texts, (await topics).topics, context.boot.inbox);
    drawable = true;
    store.dispatch({ type: 'live', live: 'loaded' });
  };
  const connect = (): void => {
    needed = true;
    void load();
    const created = create();
    created?.connect();
    if (created) sendFromMemory(created, store);
  };
  return {
    client: create,
    shown: () => (drawable ? create() : null),
    current: () => client,
    updatePage: (page) => live && client?.updatePage(live.readPageInfo(page)),
    ports: () => ports,
    screen: () => (drawable && live?.LiveScreen) || null,
    connect,
    send(written, uploads = []) {
      const created = create();
      const text = written.trim();
      if (created) created.sendMessage(text, uploads);
      else if (!isBlank(text)) {
        store.dispatch({ type: 'unsent-added', message: unsentMessage(text, deps) });
        connect();
      }
    },
    storeUnsent() {
      const { unsent } = store.getState();
      if (!live) store.dispatch({ type: 'unsent', messages: unsent.map(({ text }) => unsentMessage(text, deps)) });
    },
    discard() {
      client?.destroy();
      client = null;
    },
    load: () => void load(),
    stop() {
      stopped = true;
      client?.destroy();
    },
  };
}

/** The client takes over only what the browser has stored. */
function sendFromMemory(client: InnerChatClient, store: PanelStore): void {
  const { unsent } = store.getState();
  const inMemory = unsent.filter((message) => message.clientId === null);
  if (inMemory.length > 0)
    store.dispatch({ type: 'unsent', messages: unsent.filter((message) => message.clientId !== null) });
  for (const { text } of inMemory) client.sendMessage(text);
}

/** What the page has reported of its visitor before there was a client. */
function signInOrOut(client: InnerChatClient, { visitor, getIdentityToken }: ClientLoaderDeps): void {
  if (visitor.signedOut) client.logout();
  if (visitor.identified) client.identify(getIdentityToken);
}

/** Only the page around the frame knows where the visitor is: its answers go to `updatePage`, as long as the frame is there. */
function requestPage({ boot, post }: PanelContext): () => void {
  const { visitorPage = 'none' } = boot.inbox;
  post({ t: 'open-marker', stores: true });
  if (visitorPage !== 'none') post({ t: 'page', full: visitorPage === 'full' });
  return () => undefined;
}

/** Stores the message in the browser where possible; never before the visitor has agreed. */
function unsentMessage(text: string, { context, store, visitor }: ClientLoaderDeps): UnsentMessage {
  const { inbox, hostOrigin } = context.boot;
  const stores = mayConnect(store.getState()) && !visitor.identified;
  if (stores) context.post({ t: 'open-marker', stores: true });
  const early = stores ? enqueueBeforeLoad(inbox.id, hostOrigin, text) : null;
  return { clientId: early?.persisted ? early.clientId : null, text };
}

function clientOptions({ boot, texts }: PanelContext, { user }: Visitor, grant: ConsentGrant | null) {
  return {
    inboxId: boot.inbox.id,
    baseUrl: location.origin,
    hostOrigin: boot.hostOrigin,
    ...(user && { user }),
    // Also when it was given on an earlier visit: a new session needs it after the old one expired.
    ...(grant && { consent: grant }),
    locale: texts.locale,
  };
}

type LiveChunk = typeof import('../live.js');

const loadLive = (store: PanelStore): Promise<LiveChunk> =>
  importWithRetry(
    () => import('../live.js'),
    () => store.dispatch({ type: 'live', live: 'failed' }),
  );
