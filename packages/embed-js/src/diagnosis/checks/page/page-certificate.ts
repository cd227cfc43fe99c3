import { defineCheck } from '../../check.js';

export const pageCertificate = defineCheck<{ readonly page: string; readonly reason: string }>({
  code: 'page_certificate',
  severity: 'blocks',
  description: 'The certificate of the page is valid.',
  fromOutside: ({ page, pageCertificate: reason }) => (reason ? { page, reason } : null),
  message: ({ page, reason }) => `The certificate of ${page} is not valid (${reason}).`,
  fix: () => 'Renew it, or correct the address.',
});
