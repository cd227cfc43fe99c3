import { defineCheck } from '../../check.js';

export const notStarted = defineCheck({
  code: 'not_started',
  severity: 'blocks',
  description: 'Something starts the chat.',
  inPage: ({ chat }) => (chat ? null : {}),
  fromOutside: ({ inboxId, scriptLoaded, errors, ready }) =>
    inboxId === null && scriptLoaded && errors.length === 0 && !ready ? {} : null,
  message: () => 'The script is there, but nothing starts the chat.',
  fix: () => 'Add data-inbox-id="…" to its tag, or call ServiceWidget.init({ inboxId: "…" }).',
});
