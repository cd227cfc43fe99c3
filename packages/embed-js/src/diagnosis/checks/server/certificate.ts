import { defineCheck } from '../../check.js';

export const certificate = defineCheck<{ readonly chat: string; readonly reason: string }>({
  code: 'certificate',
  severity: 'blocks',
  description: 'The certificate of the chat server is valid.',
  fromOutside({ chat, health, certificate: reported }) {
    const reason = health?.state === 'certificate' ? health.reason : reported;
    return chat && reason ? { chat, reason } : null;
  },
  message: ({ chat, reason }) => `The certificate of ${chat} is not valid (${reason}).`,
  fix: () => 'Renew it for exactly that name; browsers never show a frame of it, and say nothing on the page.',
});
