import { createHash } from 'node:crypto';

/**
 * Of a page without scripts and other files.
 * @param css all of its style
 * @param formAction where its forms may lead: nowhere, or to this server
 */
export const pageHeaders = (css: string, formAction: "'none'" | "'self'") => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
});
