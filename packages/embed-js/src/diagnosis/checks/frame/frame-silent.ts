import { defineCheck } from '../../check.js';
import { serverReportOf } from '../../page-evidence.js';

export const frameSilent = defineCheck<{ readonly chat: string }>({
  code: 'frame_silent',
  severity: 'blocks',
  description: "The frame's document answers.",
  inPage: ({ chat }) =>
    chat && !chat.ready && serverReportOf(chat)?.allowed && chat.probe === 'silent' ? { chat: chat.baseUrl } : null,
  message: () => 'The frame may be shown here, but nothing in it has answered.',
  fix: ({ chat }) =>
    `An extension, or a proxy that changes ${chat}, may be in the way: look at the console with the frame selected.`,
});
