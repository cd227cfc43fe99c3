import { defineCheck } from '../../check.js';

export const consentNeeded = defineCheck({
  code: 'consent_needed',
  severity: 'note',
  description: 'The visitor has agreed.',
  inPage: ({ chat }) => (chat?.frame?.consent === 'needed' ? {} : null),
  message: () => 'The visitor has not agreed yet: until then nothing is stored, sent or connected.',
  fix: () => 'Open the chat and agree; without requireConsent it is not asked for.',
});
