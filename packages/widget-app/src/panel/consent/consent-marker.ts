/**
 * Remembers that this browser agreed, and to which wording. Only a hint that saves asking again: the record that counts is
 * the server's, made with the session. The one thing that is read before the visitor has agreed.
 */
import { type ConsentGrant, type PublicInbox, publishedConsents } from '@service/protocol';

const key = (inbox: PublicInbox): string => `service:${inbox.id}:consent`;
const mark = ({ version, textHash }: ConsentGrant): string => `${version}:${textHash}`;

/** What was agreed to on an earlier visit, in the language it was read in then; null when it is to be asked. */
export function readAcceptedConsent(inbox: PublicInbox): ConsentGrant | null {
  try {
    const kept = localStorage.getItem(key(inbox));
    return publishedConsents(inbox).find((grant) => mark(grant) === kept) ?? null;
  } catch {
    return null;
  }
}

export function storeAcceptedConsent(inbox: PublicInbox, grant: ConsentGrant): void {
  try {
    localStorage.setItem(key(inbox), mark(grant));
  } catch {
    // It will be asked again; that is all.
  }
}

export function clearAcceptedConsent(inbox: PublicInbox): void {
  try {
    localStorage.removeItem(key(inbox));
  } catch {
    // What can't be kept need not be forgotten.
  }
}

/** Calls `gone` when another tab has forgotten it. Tabs of one browser hear this of each other without a network, too. */
export function onConsentCleared(inbox: PublicInbox, gone: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === key(inbox) && event.newValue === null) gone();
  });
}
