import { defineCheck } from '../../check.js';
import { isBlocked } from '../../outside-evidence.js';

export const scriptBlocked = defineCheck<{ readonly chat: string }>({
  code: 'script_blocked',
  severity: 'blocks',
  description: "The page's policy lets the script load.",
  fromOutside: (seen) => (seen.chat && isBlocked(seen, 'script-src', 'script-src-elem') ? { chat: seen.chat } : null),
  message: () => "The page's Content-Security-Policy (script-src) blocks the script.",
  fix: ({ chat }) => `Add to script-src: ${chat}/embed/`,
});
