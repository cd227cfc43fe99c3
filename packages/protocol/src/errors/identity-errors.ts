/** Errors of identified visitors. Their readers are the site's developers. */
import type { ErrorRule } from './error-codes.js';

export const IDENTITY_ERRORS = {
  identity_invalid: {
    retry: false,
    message: 'The identity token was refused, or what it proved was revoked. Check how it is signed, with which key.',
  },
  identity_expired: { retry: false, message: 'The identity token was too old, twice. Sign one for each request.' },
  identity_replayed: { retry: false, message: 'The identity token was used before, twice. Sign one for each request.' },
  identity_required: { retry: false, message: 'This inbox serves identified visitors only: call identify() first.' },
  identity_unavailable: {
    retry: false,
    message: 'The page’s token function failed, hung, or gave no token. No visitor was signed in.',
  },
} as const satisfies Record<string, ErrorRule>;
