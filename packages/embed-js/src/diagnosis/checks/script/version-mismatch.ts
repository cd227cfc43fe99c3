import { defineCheck } from '../../check.js';

export const versionMismatch = defineCheck<{ readonly message: string }>({
  code: 'version_mismatch',
  severity: 'blocks',
  description: 'Script and server speak the same version of the bridge.',
  inPage: ({ errors: { protocol_unsupported: message } }) => (message === undefined ? null : { message }),
  message: ({ message }) => `The script on the page and the server do not understand each other. ${message}`,
  fix: () => 'Load the script from the server itself (/embed/v1.js), or update the installed package.',
});
