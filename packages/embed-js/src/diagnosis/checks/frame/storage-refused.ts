import { defineCheck } from '../../check.js';

export const storageRefused = defineCheck<{ readonly site: string }>({
  code: 'storage_refused',
  severity: 'hinders',
  description: 'The browser lets the frame store data.',
  inPage: ({ chat, origin }) => (chat?.frame?.storage === 'refused' ? { site: new URL(origin).hostname } : null),
  fromOutside: ({ errors, page }) => (errors.includes('storage_unavailable') ? { site: new URL(page).hostname } : null),
  message: () => 'The browser stores nothing for frames of another site: the chat works, but is lost on reload.',
  fix: ({ site }) => `Serving it from the page's own domain (chat.${site}) avoids that.`,
});
