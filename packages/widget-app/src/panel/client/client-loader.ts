/**
 * Loads the chat client and creates it on the first need: the chat was opened, there is something to send, or an earlier
 * visit left a conversation. Never creates it before the visitor has agreed.
 */
import { enqueueBeforeLoad, type InnerChatClient, type Ports } from '@service/embed-headless/frame';
import type { ConsentGrant, GetIdentityToken, UserContext } from '@service/protocol';
import { addTopics, type Texts } from '../../i18n/texts.js';
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
  /** The client, if it exists. */
  current(): InnerChatClient | null;
  /** The storage of the client's session; null before there was a client. */
  ports(): Ports | null;
  /** Connects now or as soon as possible, and then sends what was written before. */
  connect(): void;
  /** After consent: stores the unsent messages, so that a reload doesn't lose them. */
  storeUnsent(): void;
  /** Ends the client of a withdrawn consent; the next one is created after a new consent. */
  discard(): void;
  load(): Promise<void>;
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
  let [needed, stopped] = [false, false];

  const create = (): InnerChatClient | null => {
    if (client || !live || !mayConnect(store.getState())) return client;
    ports = live.browserPorts('local');
    client = live.createInnerChatClient(clientOptions(context, visitor, grant()), ports);
    onCreated(client);
    if (visitor.signedOut) client.logout();
    if (visitor.identified) client.identify(deps.getIdentityToken);
    return client;
  };
  const connect = (): void => {
    needed = true;
    const created = create();
    if (!created) return;
    created.connect();
    const { unsent } = store.getState();
    const inMemory = unsent.filter((message) => message.clientId === null);
    if (inMemory.length > 0)
      store.dispatch({ type: 'unsent', messages: unsent.filter((message) => message.clientId !== null) });
    for (const { text } of inMemory) created.sendMessage(text);
  };
  return {
    client: create,
    current: () => client,
    ports: () => ports,
    screen: () => (drawable && live?.LiveScreen) || null,
    connect,
    send(written, uploads = []) {
      const created = create();
      const text = written.trim();
      if (created) created.sendMessage(text, uploads);
      else if (text !== '') {
        store.dispatch({ type: 'unsent-added', message: unsentMessage(text, deps) });
        connect();
      }
    },
    storeUnsent() {
      if (live) return;
      const messages = store.getState().unsent.map(({ text }) => unsentMessage(text, deps));
      store.dispatch({ type: 'unsent', messages });
    },
    discard() {
      client?.destroy();
      client = null;
    },
    async load() {
      const chunk = await loadLive(store);
      if (stopped) return;
      live = chunk;
      adoptStylesheet(chunk.transcriptCss);
      if (needed) connect();
      else if (visitor.signedOut) create();
      await loadTopics(context.texts, chunk);
      drawable = true;
      store.dispatch({ type: 'live', live: 'loaded' });
    },
    stop() {
      stopped = true;
      client?.destroy();
    },
  };
}

/** Stores the message in the browser where possible; never before the visitor has agreed. */
function unsentMessage(text: string, { context, store, visitor }: ClientLoaderDeps): UnsentMessage {
  const { inbox, hostOrigin } = context.boot;
  const stores = mayConnect(store.getState()) && !visitor.identified;
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

const loadTopics = (texts: Texts, live: LiveChunk): Promise<void> =>
  importWithRetry(
    async () => addTopics(texts, await live.loadTopics(texts.language)),
    () => undefined,
  );
