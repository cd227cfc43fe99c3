import { defineCheck } from '../../check.js';
import { serverReportOf } from '../../page-evidence.js';

export const storagePartitioned = defineCheck({
  code: 'storage_partitioned',
  severity: 'note',
  description: 'A visitor has one chat on all sites.',
  inPage: ({ chat }) =>
    chat?.frame && chat.frame.storage !== 'refused' && serverReportOf(chat)?.crossSite ? {} : null,
  message: () => 'The browser stores the chat separately for each site it is shown on, as browsers do now.',
  fix: () => 'Nothing; a visitor of two of your sites has two chats, unless both sign them in (docs/identity).',
});
