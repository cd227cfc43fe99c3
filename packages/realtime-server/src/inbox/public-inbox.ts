/** What of an inbox's settings goes to the browser: nothing that tells who else may embed it or what it knows. */
import { createHash } from 'node:crypto';
import {
  CONSENT_LOCALES,
  type ConsentGrant,
  type ConsentLocale,
  consentText,
  type PublicInbox,
} from '@service/protocol';
import type { InboxSettings } from './inbox.js';
import { withOwnLogo } from './own-logo.js';

export function publicInbox(settings: InboxSettings): PublicInbox {
  const { id, name, agentName, agentTitle, greeting, placeholder, questions, privacyUrl, requireConsent, people } =
    settings;
  return {
    id,
    name,
    agentName,
    agentTitle,
    greeting,
    placeholder,
    questions,
    theme: withOwnLogo(settings.theme),
    privacyUrl,
    requireConsent,
    consent: {
      version: settings.consentVersion,
      textHash: consentHash(name),
      locale: 'en',
      wordings: Object.fromEntries(OTHERS.map((locale) => [locale, consentHash(name, locale)])),
    },
    people: people && { hours: people.hours },
  };
}

const OTHERS = CONSENT_LOCALES.filter((locale) => locale !== 'en');

/** Hash of the exact wording a visitor of this business agrees to, in the language it is read in. */
export function consentHash(businessName: string, locale: ConsentLocale = 'en'): string {
  return createHash('sha256').update(consentText(businessName, locale)).digest('hex');
}

/** True when the grant names a wording that this inbox publishes now: version, language and words all have to agree. */
export function isPublishedWording(inbox: InboxSettings, { version, locale, textHash }: ConsentGrant): boolean {
  const published = CONSENT_LOCALES.find((each) => each === locale);
  return version === inbox.consentVersion && published !== undefined && textHash === consentHash(inbox.name, published);
}
