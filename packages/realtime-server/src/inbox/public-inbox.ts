/** What of an inbox's settings goes to the browser: nothing that tells who else may embed it or what it knows. */
import { createHash } from 'node:crypto';
import { consentText, type PublicInbox } from '@service/protocol';
import type { InboxSettings } from './inbox.js';

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
    theme: settings.theme,
    privacyUrl,
    requireConsent,
    consent: { version: settings.consentVersion, textHash: consentHash(name), locale: 'en' },
    people: people && { hours: people.hours },
  };
}

/** Hash of the exact wording a visitor of this business agrees to. */
export function consentHash(businessName: string): string {
  return createHash('sha256').update(consentText(businessName)).digest('hex');
}
