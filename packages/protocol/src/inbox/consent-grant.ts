/**
 * Which wording a visitor is asked to agree to, and what is recorded when they do. The widget and a screen of one's own
 * choose by the same rule, because the server takes nothing but what it publishes.
 */

import type { ConsentGrant } from '../frames/server.js';
import { chooseLanguage } from '../locales.js';
import { CONSENT_LOCALES, type ConsentLocale, consentText } from './consent.js';
import type { PublicInbox } from './inbox.js';

/** Every wording the server accepts now. */
export function publishedConsents({ consent }: PublicInbox): readonly ConsentGrant[] {
  const { version, textHash, locale } = consent;
  const others = Object.entries(consent.wordings ?? {});
  return [
    { version, textHash, locale },
    ...others.map(([other, hash]) => ({ version, textHash: hash, locale: other })),
  ];
}

/**
 * What a visitor who reads `language` is asked to agree to. A server that publishes no wording in it has its own one shown
 * and recorded instead.
 */
export function offeredConsent(inbox: PublicInbox, language: ConsentLocale): ConsentGrant & { locale: ConsentLocale } {
  const grants = publishedConsents(inbox);
  const fits = (wanted: ConsentLocale) => grants.find(({ locale }) => locale === wanted);
  const { version, textHash } = fits(language) ?? inbox.consent;
  return { version, textHash, locale: fits(language) ? language : 'en' };
}

/**
 * The sentence to show, and the grant to hand to the client's `consent` when the visitor has agreed to it by a click of
 * their own. `wishes` are language tags, the dearest first (`navigator.languages`); English when none of them is published. Never throws.
 */
export function consentWording(
  inbox: PublicInbox,
  wishes: readonly string[] = [],
): { readonly text: string; readonly grant: ConsentGrant & { locale: ConsentLocale } } {
  const grant = offeredConsent(inbox, chooseLanguage(wishes, CONSENT_LOCALES).language);
  return { text: consentText(inbox.name, grant.locale), grant };
}
