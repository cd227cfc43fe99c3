/**
 * What outlives the page: the session's token and the unsent messages, one key each, so that two tabs never overwrite
 * each other's. Each unsent message belongs to a tab; when that tab is gone another one takes it over (features/adoption.ts).
 */
import { type HelloFrame, SESSION_TOKEN } from '@service/protocol';
import type { Ports } from '../../platform/ports.js';
import type { OutboxItem } from '../outbox/outbox.js';
import { LEFT, sessionKey, tabName, unsentPrefix } from './storage-keys.js';

/** What a hello says besides the session, of a visitor whom the site vouches for. */
export type Proof = Pick<HelloFrame, 'identity' | 'proof'>;
/** Opens the connection; resolves when it has been welcomed, or is gone. */
export type Dial = (token: string | null, proof?: Proof) => Promise<void>;

export interface SessionStorage {
  /**
   * Dials with the session there is. With one, tabs connect freely. Without one they take turns until the first has its
   * welcome, or two tabs opened together would become two visitors. A feature may put its own way in the place of this.
   */
  withSession: (dial: Dial) => void;
  readonly durable: boolean;
  /** Read afresh every time: another tab may have begun a session meanwhile. */
  token(): string | null;
  storeToken(token: string): void;
  /** Forgets the token, unless another tab has put another in its place. */
  removeToken(token: string): void;
  /** Looks whether the session is still the one that this client had, before a connection; a feature's, when it is there. */
  checkSession?: () => void;
  storeItem(item: OutboxItem): void;
  removeItem(clientId: string): void;
  hasItems(): boolean;
  /** The visitor leaves: nothing stays, and the other tabs hear of it. Said, and taken back. */
  clearAll(): void;
  /** Says that this tab lives; returns the way to take it back. */
  announceTab(): () => void;
}

/** `root` is what every name begins with, see `rootKey`; `instance` names this tab. */
export function createSessionStorage(ports: Ports, root: string, instance: string): SessionStorage {
  const { tabs } = ports;
  const tokenKey = sessionKey(root);
  const itemPrefix = unsentPrefix(root);
  const kept: SessionStorage = {
    withSession(dial) {
      const token = kept.token();
      void (token ? dial(token) : tabs.alone(`${root}begin`, () => dial(kept.token())));
    },
    get durable() {
      return ports.storage.durable;
    },
    token() {
      const token = ports.storage.get(tokenKey);
      return token !== null && SESSION_TOKEN.test(token) ? token : null;
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
      kept.storeToken(LEFT);
      kept.removeToken(LEFT);
    },
    announceTab: () => tabs.present(tabName(root, instance)),
  };
  return kept;
}
