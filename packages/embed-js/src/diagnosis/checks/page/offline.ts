import { defineCheck } from '../../check.js';

export const offline = defineCheck({
  code: 'offline',
  severity: 'blocks',
  description: 'The browser is online.',
  inPage: ({ online }) => (online ? null : {}),
  message: () => 'This browser is offline.',
  fix: () => 'Connect it; messages written meanwhile are stored and sent then.',
});
