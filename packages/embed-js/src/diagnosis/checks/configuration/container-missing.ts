import { defineCheck } from '../../check.js';

export const containerMissing = defineCheck<{ readonly containerId: string | null }>({
  code: 'container_missing',
  severity: 'blocks',
  description: 'The page has the element for the chat.',
  inPage({ chat, errors: { container_missing: reported } }) {
    if (chat) return chat.place === null ? { containerId: chat.containerId } : null;
    return reported === undefined ? null : { containerId: /"(.*)"/.exec(reported)?.[1] ?? null };
  },
  message: ({ containerId }) =>
    `There is no element for the chat on the page${containerId === null ? '' : `: "${containerId}"`}.`,
  fix: () => 'Give the element that id, and call init() when it is there.',
});
