import { defineCheck } from '../../check.js';
import { isBlocked } from '../../outside-evidence.js';

export const scriptMissing = defineCheck<{ readonly script: string }>({
  code: 'script_missing',
  severity: 'blocks',
  description: 'The script loads.',
  fromOutside: (seen) =>
    seen.script && !seen.scriptLoaded && !isBlocked(seen, 'script-src', 'script-src-elem')
      ? { script: seen.script }
      : null,
  message: ({ script }) => `The script did not load from ${script}.`,
  fix: () => 'Open that address in the browser; an ad blocker or a proxy may be in the way.',
});
