/**
 * Tells the server of a consent that was taken back while nothing could be reached. This browser has forgotten everything by
 * then: the token is in the memory of this page alone, and what was not said when the page goes is never said.
 */
import { browserPorts } from '../../platform/browser.js';
import type { Ports } from '../../platform/ports.js';
import type { ChatClientOptions } from '../api/chat-client.js';
import { createInnerChatClient } from '../client.js';
import { rootKey, sessionKey } from './storage-keys.js';

export type Whose = Required<Pick<ChatClientOptions, 'inboxId' | 'baseUrl' | 'hostOrigin'>>;

/**
 * Ends the session of `token` as soon as the server can be reached; tries for as long as the page is there. What `ports` keeps
 * must be nobody's else.
 */
export function reportWithdrawal(whose: Whose, token: string, ports: Ports = browserPorts('memory')): void {
  ports.storage.set(sessionKey(rootKey(whose.inboxId, whose.hostOrigin)), token);
  // A session that has ended meanwhile is not begun anew: nobody has agreed to that.
  const client = createInnerChatClient(whose, {
    ...ports,
    tabs: { ...ports.tabs, alone: () => new Promise(() => undefined) },
  });
  let said = false;
  client.subscribe(() => {
    const { conversations, connection, consentNeeded } = client.getState();
    if (consentNeeded || connection === 'closed') return client.destroy();
    // Their list has come: the line holds, and the part that withdraws is here.
    if (said || conversations === null) return;
    said = true;
    client.withdrawConsent();
  });
  client.connect();
  client.loadConversations();
}
