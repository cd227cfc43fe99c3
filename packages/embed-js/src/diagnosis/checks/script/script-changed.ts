import { defineCheck } from '../../check.js';

export const scriptChanged = defineCheck<{ readonly chat: string; readonly script: string }>({
  code: 'script_changed',
  severity: 'blocks',
  description: 'The script has the bytes that its integrity attribute names.',
  fromOutside: ({ chat, script, changed }) => (changed && chat && script ? { chat, script } : null),
  message: ({ script }) =>
    `What came from ${script} is not what was released under that name, so the browser did not run it.`,
  fix: ({ chat }) =>
    `Compare it with ${chat}/embed/manifest.json. Something between server and browser changes it, or the integrity attribute is of another version.`,
});
