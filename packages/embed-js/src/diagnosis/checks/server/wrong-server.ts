import { defineCheck } from '../../check.js';

export const wrongServer = defineCheck<{ readonly chat: string }>({
  code: 'wrong_server',
  severity: 'blocks',
  description: 'What answers is a chat server.',
  inPage: ({ chat }) => (chat?.server === 'answers otherwise' ? { chat: chat.baseUrl } : null),
  fromOutside: ({ chat, health }) => (chat && health?.state === 'other' ? { chat } : null),
  message: ({ chat }) => `Something answers at ${chat}, but it is not a chat server of this software.`,
  fix: () => 'Correct the address in the script tag (baseUrl in init).',
});
