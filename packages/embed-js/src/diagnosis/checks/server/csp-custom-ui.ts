import { defineCheck } from '../../check.js';
import { isBlocked } from '../../outside-evidence.js';

export const cspCustomUi = defineCheck<{ readonly chat: string }>({
  code: 'csp_own_screen',
  severity: 'blocks',
  description: "The page's policy lets its custom UI connect to the server.",
  fromOutside: (seen) => (seen.chat && seen.customUi && isBlocked(seen, 'connect-src') ? { chat: seen.chat } : null),
  message: () => "The page's Content-Security-Policy (connect-src) blocks the connection of its custom UI.",
  fix: ({ chat }) => `Add: connect-src ${chat} ${chat.replace(/^http/, 'ws')}`,
});
