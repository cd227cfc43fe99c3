/** What of an inbox's settings goes to the browser: nothing that tells who else may embed it or what it knows. */
import { createHash } from 'node:crypto';
import {
  type ConsentGrant,
  type ConsentTexts,
  consentText,
  LOCALES,
  type Locale,
  type PublicInbox,
} from '@service/protocol';
import type { InboxSettings } from './inbox.js';
import { withServedLogo } from './logo-url.js';

/** `logoOrigin`: in front of the logo's path, for documents that are not this server's own. */
export function publicInbox(settings: InboxSettings, logoOrigin?: string): PublicInbox {
  const { id, name, agentName, agentTitle, greeting, placeholder, questions, privacyUrl } = settings;
  const { visitorPage, requireConsent, people, otherContact, welcomes, texts, consentTexts } = settings;
  return {
    id,
    name,
    agentName,
    agentTitle,
    greeting,
    placeholder,
    questions,
    ...(welcomes.length > 0 && { welcomes }),
    ...(hasEntries(texts) && { texts }),
    ...(settings.state === 'paused' && { paused: true as const }),
    theme: withServedLogo(settings.theme, logoOrigin),
    privacyUrl,
    visitorPage,
    requireConsent,
    consent: {
      version: settings.consentVersion,
      textHash: hashesOf(settings).en,
      locale: 'en',
      wordings: Object.fromEntries(OTHERS.map((locale) => [locale, hashesOf(settings)[locale]])),
      ...(hasEntries(consentTexts) && { texts: consentTexts }),
    },
    people: people && { hours: people.hours, ...(people.opening && { opening: people.opening }) },
    ...(otherContact && { otherContact }),
  };
}

const hasEntries = (record: object): boolean => Object.keys(record).length > 0;

const OTHERS = LOCALES.filter((locale) => locale !== 'en');

/** Hash of the exact wording a visitor of this business agrees to, in the language it is read in. */
export function consentHash(businessName: string, locale: Locale = 'en', own: ConsentTexts = {}): string {
  return createHash('sha256')
    .update(consentText(businessName, locale, own))
    .digest('hex');
}

/** Settings are another object once their file was changed; until then, thousands of sockets agreed to the same few wordings. */
const hashes = new WeakMap<InboxSettings, Readonly<Record<Locale, string>>>();

function hashesOf(inbox: InboxSettings): Readonly<Record<Locale, string>> {
  const known = hashes.get(inbox);
  if (known) return known;
  const made = Object.fromEntries(
    LOCALES.map((locale) => [locale, consentHash(inbox.name, locale, inbox.consentTexts)]),
  );
  hashes.set(inbox, made as Record<Locale, string>);
  return made as Record<Locale, string>;
}

/** True when the grant names a wording that this inbox publishes now: version, language and words all have to agree. */
export function isPublishedWording(inbox: InboxSettings, { version, locale, textHash }: ConsentGrant): boolean {
  const published = LOCALES.find((each) => each === locale);
  return version === inbox.consentVersion && published !== undefined && textHash === hashesOf(inbox)[published];
}
