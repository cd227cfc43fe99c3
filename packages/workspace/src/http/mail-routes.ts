/** What the links of mails lead to: the picture that is counted, the link that is counted, and the page that ends a topic. */
import type { MailLink } from '../mail/links/mail-links.js';
import { recordReaction } from '../mail/mail-log.js';
import { takeBack } from '../mail/preferences.js';
import type { Services } from '../router/services.js';
import { MAIL_PAGE_HEADERS, notWholePage, unsubscribedPage, unsubscribePage } from './mail-pages.js';
import { isRead } from './origins/check-origin.js';

/** Of one mail, so many opens and so many clicks are counted. */
const MOST_COUNTED = 20;

const HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** One transparent dot. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Null: there is nothing at this address. */
export type MailRoutes = (request: Request) => Promise<Response | null>;

export function mailRoutes({ database, mailLinks, settings, now }: Services): MailRoutes {
  return async (request) => {
    if (!isRead(request) && request.method !== 'POST') return null;
    const link = mailLinks.read(request.url);
    if (!link) return isRead(request) ? page(404, await notWholePage()) : null;
    if (link.kind === 'unsubscribe') return unsubscribe(request, link);
    if (!isRead(request)) return null;
    const event = link.kind === 'open' ? 'opened' : 'clicked';
    if (isCounted(request)) await recordReaction(database.db, link.mailId, event, MOST_COUNTED, now());
    return link.kind === 'open' ? pixel() : redirect(link.target);
  };

  /** By a person's own request. A browser that fetches ahead says so. */
  function isCounted({ method, headers }: Request): boolean {
    const isAhead = /prefetch|preview/.test(`${headers.get('sec-purpose')} ${headers.get('purpose')}`);
    return settings.mailTracking && method === 'GET' && !isAhead;
  }

  /** Nothing changes by opening the link: programs that look for viruses open it too. */
  async function unsubscribe(
    request: Request,
    { userId, topic }: Extract<MailLink, { readonly kind: 'unsubscribe' }>,
  ): Promise<Response> {
    if (isRead(request)) return page(200, await unsubscribePage(topic));
    if (!(await isOneClick(request))) return page(400, await unsubscribePage(topic));
    await database.db.transaction().execute((transaction) => takeBack(transaction, userId, [topic], now()));
    return page(200, await unsubscribedPage(topic, settings.publicUrl));
  }
}

const redirect = (target: string): Response =>
  new Response(null, { status: 302, headers: { ...HEADERS, Location: target } });

const pixel = (): Response =>
  new Response(PIXEL, {
    headers: { ...HEADERS, 'Content-Type': 'image/gif', 'Cross-Origin-Resource-Policy': 'cross-origin' },
  });

const page = (status: number, body: string): Response =>
  new Response(body, { status, headers: { ...HEADERS, ...MAIL_PAGE_HEADERS } });

/** As RFC 8058 has it, and as the button of our page sends it. */
const isOneClick = (request: Request): Promise<boolean> =>
  request.formData().then(
    (form) => form.get('List-Unsubscribe') === 'One-Click',
    () => false,
  );
