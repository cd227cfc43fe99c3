import { defineCheck } from '../../check.js';
import { serverReportOf } from '../../page-evidence.js';

interface Facts {
  readonly inboxId: string | null;
  readonly origin: string;
  /** Null when the inbox's settings can't be read from here. */
  readonly allowed: readonly string[] | null;
}

export const originNotAllowed = defineCheck<Facts>({
  code: 'origin_not_allowed',
  severity: 'blocks',
  description: 'The inbox allows the page.',
  inPage({ chat, origin }) {
    return chat && serverReportOf(chat)?.allowed === false ? { inboxId: chat.inboxId, origin, allowed: null } : null;
  },
  fromOutside: ({ frameAllowed, inbox, inboxId, origin }) =>
    frameAllowed === false && inbox?.known !== false
      ? { inboxId, origin, allowed: inbox?.allowedOrigins ?? null }
      : null,
  message: ({ inboxId, allowed }) =>
    allowed
      ? `The inbox "${inboxId}" does not allow this page.`
      : `The server refuses to show "${inboxId}" here: there is no such inbox, or it does not allow this page. It never says which.`,
  fix: ({ origin, allowed }) =>
    allowed
      ? `Add to allowedOrigins in its inbox.json: "${origin}" (now: ${allowed.join(', ')})`
      : `Check the id letter by letter, and add "${origin}" to allowedOrigins in its inbox.json. (npm run diagnose, with INBOX_DIR set to the server's folder, says which of the two it is.)`,
});
