/**
 * What outlives the page: the session's token and the unsent messages, one key each, so that two tabs never overwrite
 * each other's. Each unsent message belongs to a tab; when that tab is gone another one takes it over.
 */
import { CLIENT_ID, isRecord, SESSION_TOKEN } from '@service/protocol';
import type { OutboxItem } from './outbox.js';
import type { Keeper, Tabs } from './ports.js';
import { alertedKey, sessionKey, unsentPrefix } from './storage-keys.js';

/** A tab that can't be asked whether it lives is given this long before its messages are taken over. */
const ORPHAN_AFTER_MS = 60_000;

export interface Kept {
  readonly durable: boolean;
  /** Read afresh every time: another tab may have begun a session meanwhile. */
  token(): string | null;
  keepToken(token: string): void;
  /** Forgets the token, unless another tab has put another in its place. */
  dropToken(token: string): void;
  /** Calls `listener` when another tab keeps a token; returns the way to stop. */
  watchToken(listener: (token: string) => void): () => void;
  /** True in one tab for each number: that tab tells the visitor of it. */
  claimAlert(conversation: string, seq: number): Promise<boolean>;
  keepItem(item: OutboxItem): void;
  dropItem(clientId: string): void;
  hasItems(): boolean;
  /** Takes over the unsent messages of tabs that are gone, and returns them. */
  adopt(now: number): Promise<readonly OutboxItem[]>;
  /** Says that this tab lives; returns the way to take it back. */
  present(): () => void;
  /** Runs `work` in one tab at a time. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** `root` is what every name begins with, see `rootKey`; `instance` names this tab. */
export function keptIn(keeper: Keeper, tabs: Tabs, root: string, instance: string): Kept {
  const tokenKey = sessionKey(root);
  const itemPrefix = unsentPrefix(root);
  const tabName = (of: string): string => `${root}tab:${of}`;
  return {
    get durable() {
      return keeper.durable;
    },
    token() {
      const token = keeper.get(tokenKey);
      return token !== null && SESSION_TOKEN.test(token) ? token : null;
    },
    keepToken(token) {
      if (keeper.get(tokenKey) !== token) keeper.set(tokenKey, token);
    },
    dropToken(token) {
      if (keeper.get(tokenKey) === token) keeper.remove(tokenKey);
    },
    watchToken: (listener) =>
      keeper.watch(tokenKey, (token) => {
        if (token !== null && SESSION_TOKEN.test(token)) listener(token);
      }),
    claimAlert: (conversation, seq) =>
      tabs.alone(`${root}alert`, async () => {
        const key = alertedKey(root);
        const told = keeper.get(key)?.split(' ') ?? [];
        if (told[0] === conversation && Number(told[1]) >= seq) return false;
        keeper.set(key, `${conversation} ${seq}`);
        return true;
      }),
    keepItem(item) {
      keeper.set(itemPrefix + item.clientId, JSON.stringify({ v: 1, tab: instance, item }));
    },
    dropItem(clientId) {
      keeper.remove(itemPrefix + clientId);
    },
    hasItems: () => keeper.keys(itemPrefix).length > 0,
    present: () => tabs.present(tabName(instance)),
    alone: (name, work) => tabs.alone(root + name, work),
    adopt: (now) =>
      tabs.alone(`${root}adopt`, async () => {
        const living = await tabs.held();
        const adopted: OutboxItem[] = [];
        for (const key of keeper.keys(itemPrefix)) {
          const kept = readKept(keeper.get(key));
          if (!kept) keeper.remove(key);
          else if (kept.tab !== instance) {
            const alive = living ? living.has(tabName(kept.tab)) : now - kept.item.createdAt < ORPHAN_AFTER_MS;
            if (alive) continue;
            adopted.push(kept.item);
            keeper.set(key, JSON.stringify({ v: 1, tab: instance, item: kept.item }));
          }
        }
        return adopted;
      }),
  };
}

/** Storage belongs to whoever can write to it: what doesn't look like ours is dropped. */
function readKept(text: string | null): { readonly tab: string; readonly item: OutboxItem } | null {
  if (text === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value) || value.v !== 1 || typeof value.tab !== 'string' || !isRecord(value.item)) return null;
  const { clientId, conversation, body, createdAt, sent, failed } = value.item;
  const sound =
    typeof clientId === 'string' &&
    CLIENT_ID.test(clientId) &&
    (conversation === null || typeof conversation === 'string') &&
    isRecord(body) &&
    (body.kind === 'message'
      ? typeof body.text === 'string'
      : body.kind === 'handoff.requested' || body.kind === 'handoff.ended') &&
    typeof createdAt === 'number' &&
    typeof sent === 'number' &&
    (failed === null || typeof failed === 'string');
  return sound ? { tab: value.tab, item: value.item as unknown as OutboxItem } : null;
}
