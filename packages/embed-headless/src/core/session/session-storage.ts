import { type HelloFrame, SESSION_TOKEN } from '@service/protocol';
import type { Ports } from '../../platform/ports.js';
import type { OutboxItem } from '../outbox/outbox.js';
import { LEFT, sessionKey, tabName, unsentPrefix } from './storage-keys.js';

/** Added to the hello of a visitor whom the site has signed in. */
export type Proof = Pick<HelloFrame, 'identity' | 'proof'>;
/** Opens the connection. Resolves when it was welcomed, or is lost. */
export type Dial = (token: string | null, proof?: Proof) => Promise<void>;

export interface SessionStorage {
  /**
   * Dials with the stored session. Without one, tabs take turns until the first has its welcome: two tabs opened together would
   * become two visitors. Replaced while a visitor is signed in.
   */
  withSession: (dial: Dial) => void;
  readonly durable: boolean;
  /** Read each time: another tab may have begun a session. */
  token(): string | null;
  storeToken(token: string): void;
  /** Removes this token, not one that another tab has stored since. */
  removeToken(token: string): void;
  /** Before a connection: checks whether another tab has changed the session. Set by session-end.ts. */
  checkSession?: () => void;
  storeItem(item: OutboxItem): void;
  removeItem(clientId: string): void;
  hasItems(): boolean;
  /** Sign-out: removes everything. A sentinel is stored for a moment, so that other tabs hear of it. */
  clearAll(): void;
  /** Holds the lock that says that this tab lives. Returns the way to release it. */
  announceTab(): () => void;
}

const EMPTY = /^$/;

function isToken(text: string): boolean {
  const matches = SESSION_TOKEN.test(text);
  // Match another text afterwards: the engine keeps the last matched text, and a token must not outlive its session in memory.
  EMPTY.test('');
  return matches;
}

/**
 * What outlives the page: the session's token and the unsent messages, one key each, so that two tabs never overwrite each other's.
 * Each unsent message belongs to a tab; when that tab is gone, another takes it over (orphaned-messages.ts).
 * @param root prefix of every key, see `rootKey`
 * @param instance names this tab
 */
export function createSessionStorage(ports: Ports, root: string, instance: string): SessionStorage {
  const { tabs } = ports;
  const tokenKey = sessionKey(root);
  const itemPrefix = unsentPrefix(root);
  const session: SessionStorage = {
    withSession(dial) {
      const token = session.token();
      // Tabs wait for each other's session only where they can share it. In Node, all threads of a process share the locks.
      const lock = `${root}begin${session.durable ? '' : instance}`;
      void (token ? dial(token) : tabs.alone(lock, () => dial(session.token())));
    },
    get durable() {
      return ports.storage.durable;
    },
    token() {
      const token = ports.storage.get(tokenKey);
      return token !== null && isToken(token) ? token : null;
    },
    storeToken(token) {
      if (ports.storage.get(tokenKey) !== token) ports.storage.set(tokenKey, token);
    },
    removeToken(token) {
      if (ports.storage.get(tokenKey) === token) ports.storage.remove(tokenKey);
    },
    storeItem(item) {
      ports.storage.set(itemPrefix + item.clientId, JSON.stringify({ v: 1, tab: instance, item }));
    },
    removeItem(clientId) {
      ports.storage.remove(itemPrefix + clientId);
    },
    hasItems: () => ports.storage.keys(itemPrefix).length > 0,
    clearAll() {
      for (const key of ports.storage.keys(root)) ports.storage.remove(key);
      session.storeToken(LEFT);
      session.removeToken(LEFT);
    },
    announceTab: () => tabs.present(tabName(root, instance)),
  };
  return session;
}
