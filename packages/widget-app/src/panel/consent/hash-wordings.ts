/** A chunk of its own: only pages that ask for consent where the inbox does not need it. */
import { consentText, LOCALES, type PublicInbox, sha256 } from '@service/protocol';

/** By language, without the one that the inbox names itself. The same hashes as the server's. */
export function hashWordings({ name, consent }: PublicInbox): Readonly<Record<string, string>> {
  const others = LOCALES.filter((locale) => locale !== consent.locale);
  return Object.fromEntries(others.map((locale) => [locale, sha256(consentText(name, locale, consent.texts))]));
}
