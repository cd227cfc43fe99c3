/**
 * Remembers that this browser agreed, and to which wording. Only a hint that saves asking again: the record that counts is
 * the server's, made with the session. The one thing that is read before the visitor has agreed.
 */
import type { ConsentGrant, ConsentLocale, PublicInbox } from '@service/protocol';

const key = (inbox: PublicInbox): string => `service:${inbox.id}:consent`;
const mark = ({ version, textHash }: ConsentGrant): string => `${version}:${textHash}`;

/** What was agreed to on an earlier visit, in the language it was read in then; null when it is to be asked. */
export function acceptedConsent(inbox: PublicInbox): ConsentGrant | null {
  try {
    const kept = localStorage.getItem(key(inbox));
    return published(inbox).find((grant) => mark(grant) === kept) ?? null;
  } catch {
    return null;
  }
}

export function rememberConsent(inbox: PublicInbox, grant: ConsentGrant): void {
  try {
    localStorage.setItem(key(inbox), mark(grant));
  } catch {
    // It will be asked again; that is all.
  }
}

/**
 * What a visitor who reads `language` is asked to agree to. A server that publishes no wording in it has its own one shown
 * and recorded instead.
 */
export function offeredConsent(inbox: PublicInbox, language: ConsentLocale): ConsentGrant & { locale: ConsentLocale } {
  const grants = published(inbox);
  const fits = (wanted: ConsentLocale) => grants.find(({ locale }) => locale === wanted);
  const { version, textHash } = fits(language) ?? inbox.consent;
  return { version, textHash, locale: fits(language) ? language : 'en' };
}

/** Every wording the server accepts now. */
function published({ consent }: PublicInbox): ConsentGrant[] {
  const { version, textHash, locale } = consent;
  const others = Object.entries(consent.wordings ?? {});
  return [
    { version, textHash, locale },
    ...others.map(([other, hash]) => ({ version, textHash: hash, locale: other })),
  ];
}
