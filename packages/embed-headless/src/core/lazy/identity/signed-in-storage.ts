/**
 * A client whose visitor the site has signed in: stores things in memory only, and brings a token with connections that need one.
 *
 * What must hold: nothing of a signed-in visitor is written to the browser's storage; a token goes out in one hello and is
 * forgotten with the welcome.
 */
import type { GetIdentityToken } from '@service/protocol';
import type { Channel, Ports } from '../../../platform/ports.js';
import type { SessionStorage } from '../../session/session-storage.js';
import type { EffectContext } from '../../state/feature.js';
import { memoryStorageOver } from './memory-storage.js';
import { browserChannel, hashSubject, readTabMessage, type TabMessage } from './tab-channel.js';
import { createTokenSource, type TokenSource } from './token-source.js';
import type { IdentityInput } from './types.js';

export interface SignedInStorage {
  /** The page has passed another function, which may name another person. `now`: ask it now, else for the next connection. */
  replaceFunction(getToken: GetIdentityToken, now: boolean): void;
  /** The next connection brings a new token. */
  renew(): void;
  /** The server has taken the token: forget it, clear the anonymous storage, tell other tabs. */
  confirmed(subject: string | null): void;
  /** Tells other tabs that this person is not signed in here any more. */
  subjectGone(subject: string): void;
  /** Back to an anonymous visitor and the browser's storage. */
  restoreStorage(): void;
}

type Context = EffectContext<IdentityInput>;

/** At most one per client, while its visitor is signed in. */
const all = new WeakMap<SessionStorage, SignedInStorage>();

export const signedInStorageOf = (session: SessionStorage): SignedInStorage | undefined => all.get(session);

/** Replaces the client's storage by memory, and its way to a session by one that brings a token. */
export function createSignedInStorage(getToken: GetIdentityToken, context: Context): void {
  const { ports, ended, session, root } = context;
  // The descriptor and not the value: reading the property may touch the storage, which is too early before a consent.
  const descriptor = Object.getOwnPropertyDescriptor(ports, 'storage') as PropertyDescriptor;
  const { withSession } = session;
  const memory = memoryStorageOver(Object.defineProperty({}, 'storage', descriptor) as Pick<Ports, 'storage'>);
  const tokens = createTokenSource(getToken, context);
  /** The next connection needs a token besides the session, if there is one. */
  let needsToken = true;
  let isConfirmed = false;
  /** The last subject that other tabs know of. */
  let announced: string | null = null;

  const channel = openChannel(context);
  if (channel) channel.onmessage = ({ data }) => messageReceived(data, tokens, context);
  const unwatch = ports.page.watch((signal) => {
    if (signal === 'pagehide') context.dispatch({ type: 'page-hidden' });
  });
  const stop = (): void => {
    tokens.cancel();
    unwatch();
    channel?.close();
  };
  ended.addEventListener('abort', stop);
  Object.defineProperty(ports, 'storage', { value: memory, configurable: true });
  session.withSession = (dial) => {
    if (!needsToken) return void dial(session.token());
    const found = tokens.get();
    tokens.setAwaited(tokens.asking !== null);
    void found.then((token) => {
      if (token) void dial(session.token(), token.proof);
    });
  };

  all.set(session, {
    replaceFunction(other, now) {
      tokens.replaceFunction(other);
      if (now) void tokens.get();
      else needsToken = true;
    },
    renew() {
      needsToken = true;
      tokens.forgetToken();
    },
    confirmed(subject) {
      needsToken = false;
      tokens.forgetToken();
      if (!isConfirmed) memory.cutOff(root);
      isConfirmed = true;
      if (subject === null || subject === announced) return;
      announced = subject;
      channel?.postMessage({ mark: hashSubject(subject) } satisfies TabMessage);
    },
    subjectGone(subject) {
      channel?.postMessage({ gone: hashSubject(subject) } satisfies TabMessage);
    },
    restoreStorage() {
      stop();
      ended.removeEventListener('abort', stop);
      tokens.forgetToken();
      all.delete(session);
      Object.defineProperty(ports, 'storage', descriptor);
      session.withSession = withSession;
    },
  });
}

function messageReceived(data: unknown, tokens: TokenSource, { dispatch }: Context): void {
  const message = readTabMessage(data);
  if (!message) return;
  const deliver = (): void => dispatch({ type: 'tab-message', ...message });
  // While the site is being asked, its answer may say the same: then no sign-out is needed.
  if (tokens.asking && !('mark' in message && message.mark === null)) void tokens.asking.then(deliver);
  else deliver();
}

/** The visitor leaves this browser. `broadcast`: other tabs sign out too. */
export function clearStorage(context: Context, broadcast: boolean): void {
  const { storage } = context.ports;
  if (!broadcast) {
    for (const key of storage.keys(context.root)) storage.remove(key);
    return;
  }
  // For tabs with an anonymous visitor, and for browsers without channels.
  context.session.clearAll();
  const channel = openChannel(context);
  channel?.postMessage({ mark: null } satisfies TabMessage);
  channel?.close();
}

function openChannel({ ports, root }: Context): Channel | null {
  return (ports.openChannel ?? browserChannel)(`${root}identity`);
}
