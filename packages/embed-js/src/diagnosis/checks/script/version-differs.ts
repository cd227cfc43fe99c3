import { defineCheck } from '../../check.js';
import { serverReportOf } from '../../page-evidence.js';

export const versionDiffers = defineCheck<{ readonly script: string; readonly server: string }>({
  code: 'version_differs',
  severity: 'note',
  description: 'Script and server are of one version.',
  inPage({ chat, script }) {
    const server = serverReportOf(chat);
    return server && server.version !== script ? { script, server: server.version } : null;
  },
  message: ({ script, server }) =>
    `The script on the page is version ${script}, the server ${server}. They understand each other.`,
  fix: () => 'Nothing; a pinned script may stay.',
});
