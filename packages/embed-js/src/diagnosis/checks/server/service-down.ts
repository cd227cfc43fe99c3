import { defineCheck } from '../../check.js';

export const serviceDown = defineCheck<{ readonly chat: string }>({
  code: 'service_down',
  severity: 'blocks',
  description: 'The chat server answers.',
  inPage: ({ chat, online }) => (chat?.server === 'silent' && online ? { chat: chat.baseUrl } : null),
  fromOutside: ({ chat, health }) => (chat && health?.state === 'down' ? { chat } : null),
  message: ({ chat }) => `The chat server does not answer at ${chat}/api/rpc/health.`,
  fix: () =>
    'Open that address in a tab. Start the server, or correct the address in the script tag (baseUrl in init); an invalid certificate shows there too.',
});
