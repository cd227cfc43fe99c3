import { createInnerChatClient } from '../core/client.js';
import { reportWithdrawal as report, type SessionOwner } from '../core/session/report-withdrawal.js';
import { browserPorts } from '../platform/browser.js';
import type { Ports } from '../platform/ports.js';

/** Ends a session on the server after its consent was withdrawn before a client was there. */
export function reportWithdrawal(owner: SessionOwner, token: string, ports: Ports = browserPorts('memory')): void {
  report(createInnerChatClient, owner, token, ports);
}
