import { defineCheck } from '../../check.js';
import { isBlocked } from '../../outside-evidence.js';

export const cspFrame = defineCheck<{ readonly chat: string }>({
  code: 'csp_frame',
  severity: 'blocks',
  description: "The page's policy lets the frame load.",
  inPage: ({ chat }) => (chat?.probe === 'blocked' ? { chat: chat.baseUrl } : null),
  fromOutside: (seen) => (seen.chat && isBlocked(seen, 'frame-src', 'child-src') ? { chat: seen.chat } : null),
  message: () => "The page's Content-Security-Policy (frame-src) blocks the chat's frame.",
  fix: ({ chat }) => `Add: frame-src ${chat}`,
});
