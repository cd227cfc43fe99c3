import { defineCheck } from '../../check.js';
import { isBlocked } from '../../outside-evidence.js';

export const cspConnect = defineCheck<{ readonly chat: string }>({
  code: 'csp_connect',
  severity: 'note',
  description: "The page's policy lets a custom UI connect to the server.",
  inPage: ({ chat }) => (chat?.connectBlocked ? { chat: chat.baseUrl } : null),
  fromOutside: (seen) => (seen.chat && !seen.customUi && isBlocked(seen, 'connect-src') ? { chat: seen.chat } : null),
  message: () =>
    "The page's Content-Security-Policy (connect-src) blocks connections to the chat server. The chat in its frame needs none.",
  fix: ({ chat }) => `For a custom UI add: connect-src ${chat} ${chat.replace(/^http/, 'ws')}`,
});
