/**
 * Remembers that this browser agreed, and to which wording. Only a hint that saves asking again: the record that counts is
 * the server's, made with the session. The one thing that is read before the visitor has agreed.
 */
import type { PublicInbox } from '@service/protocol';

const key = (inbox: PublicInbox): string => `service:${inbox.id}:consent`;
const mark = ({ consent }: PublicInbox): string => `${consent.version}:${consent.textHash}`;

export function acceptedConsent(inbox: PublicInbox): boolean {
  try {
    return localStorage.getItem(key(inbox)) === mark(inbox);
  } catch {
    return false;
  }
}

export function rememberConsent(inbox: PublicInbox): void {
  try {
    localStorage.setItem(key(inbox), mark(inbox));
  } catch {
    // It will be asked again; that is all.
  }
}
