import { defineCheck } from '../../check.js';

export const wrongInbox = defineCheck<{ readonly inboxId: string | null }>({
  code: 'wrong_inbox',
  severity: 'blocks',
  description: 'The server has the inbox.',
  fromOutside: ({ frameAllowed, inbox, inboxId }) =>
    frameAllowed === false && inbox?.known === false ? { inboxId } : null,
  message: ({ inboxId }) => `There is no inbox "${inboxId}" on this server.`,
  fix: () => 'Correct the id, or make the folder with its inbox.json.',
});
