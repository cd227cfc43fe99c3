import type { Ports } from '../../platform/ports.js';
import type { ChatClientOptions } from '../api/chat-client.js';
import type { EffectContext } from '../state/feature.js';
import { rootKey, sessionKey } from './storage-keys.js';

/** Which inbox and origin a session belongs to. */
export type SessionOwner = Pick<ChatClientOptions, 'inboxId' | 'baseUrl'> & { readonly hostOrigin: string };

/**
 * Ends the session of `token` on the server after the consent was withdrawn without a connection. The browser has deleted
 * everything by then, so the token is in the memory of this page alone: retries as long as the page lives, and is lost with it.
 * `ports.storage` must be used by nothing else.
 */
export function reportWithdrawal(
  createClient: EffectContext<never>['createClient'],
  owner: SessionOwner,
  token: string,
  ports: Ports,
): void {
  ports.storage.set(sessionKey(rootKey(owner.inboxId, owner.hostOrigin)), token);
  // Never resolves: a session that is over must not be replaced by a new one without a consent.
  const alone = (): Promise<never> => new Promise(() => undefined);
  const client = createClient(owner, { ...ports, tabs: { ...ports.tabs, alone } });
  let withdrawn = false;
  client.subscribe(() => {
    const { conversations, connection, consentNeeded } = client.getState();
    if (consentNeeded || connection === 'closed') return client.destroy();
    // The list has come: the connection works, and the code that withdraws is loaded.
    if (withdrawn || conversations === null) return;
    withdrawn = true;
    client.withdrawConsent();
  });
  client.connect();
  client.loadConversations();
}
