/**
 * Stores in this browser which wording the visitor agreed to, so that the next visit does not ask again. The server has the
 * record of the consent. Nothing else is read from storage before the visitor has agreed.
 */
import { type ConsentGrant, type PublicInbox, publishedConsents } from '@service/protocol';

const key = (inbox: PublicInbox): string => `service:${inbox.id}:consent`;
const markerOf = ({ version, textHash }: ConsentGrant): string => `${version}:${textHash}`;

/** The consent of an earlier visit, in the language it was read in; null: ask for it. */
export function readAcceptedConsent(inbox: PublicInbox): ConsentGrant | null {
  try {
    const stored = localStorage.getItem(key(inbox));
    return publishedConsents(inbox).find((grant) => markerOf(grant) === stored) ?? null;
  } catch {
    return null;
  }
}

export function storeAcceptedConsent(inbox: PublicInbox, grant: ConsentGrant): void {
  try {
    localStorage.setItem(key(inbox), markerOf(grant));
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

/** Calls `onCleared` when another tab has removed it, or everything. Tabs of one browser learn this also without a network. */
export function onConsentCleared(inbox: PublicInbox, onCleared: () => void): void {
  addEventListener('storage', (event) => {
    if ((event.key ?? key(inbox)) === key(inbox) && event.newValue === null) onCleared();
  });
}
