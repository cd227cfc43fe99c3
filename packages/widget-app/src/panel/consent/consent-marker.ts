/**
 * Remembers in this browser which wording the visitor agreed to. Only saves asking again: the record that counts is the
 * server's. The one thing that is read before the visitor has agreed.
 */
import { type ConsentGrant, type PublicInbox, publishedConsents } from '@service/protocol';

const key = (inbox: PublicInbox): string => `service:${inbox.id}:consent`;
const mark = ({ version, textHash }: ConsentGrant): string => `${version}:${textHash}`;

/** The consent of an earlier visit, in the language it was read in; null: ask for it. */
export function readAcceptedConsent(inbox: PublicInbox): ConsentGrant | null {
  try {
    const stored = localStorage.getItem(key(inbox));
    return publishedConsents(inbox).find((grant) => mark(grant) === stored) ?? null;
  } catch {
    return null;
  }
}

export function storeAcceptedConsent(inbox: PublicInbox, grant: ConsentGrant): void {
  try {
    localStorage.setItem(key(inbox), mark(grant));
  } catch {
    // The next visit asks again.
  }
}

export function clearAcceptedConsent(inbox: PublicInbox): void {
  try {
    localStorage.removeItem(key(inbox));
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Calls `gone` when another tab has removed it. Tabs of one browser learn this also without a network. */
export function onConsentCleared(inbox: PublicInbox, gone: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === key(inbox) && event.newValue === null) gone();
  });
}
