import { defineCheck } from '../../check.js';

export const configInvalid = defineCheck<{ readonly message: string }>({
  code: 'config_invalid',
  severity: 'blocks',
  description: 'The configuration can be used.',
  inPage({ chat, errors: { config_invalid, base_url_missing } }) {
    const message = config_invalid ?? base_url_missing;
    return chat || message === undefined ? null : { message };
  },
  message: ({ message }) => `The chat was not started, because of its configuration: ${message}`,
  fix: () => 'Correct that, and call init() again.',
});
