import { defineCheck } from '../../check.js';

export const sameOrigin = defineCheck<{ readonly origin: string }>({
  code: 'same_origin',
  severity: 'blocks',
  description: 'Page and chat server have different origins.',
  inPage: ({ origin, chat, errors }) => (!chat && errors.insecure_self_host !== undefined ? { origin } : null),
  fromOutside: ({ chat, origin }) => (chat === origin ? { origin } : null),
  message: ({ origin }) =>
    `The chat server has the page's own origin (${origin}), which would undo the frame's isolation.`,
  fix: () => 'Give it a name of its own.',
});
