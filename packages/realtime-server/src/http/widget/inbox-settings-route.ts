/**
 * An inbox's public settings, for a screen of one's own: its saved theme, its words, and the wording that a visitor agrees
 * to. Only pages that the inbox allows can read them; the browser sees to it by the header that names them.
 */
import { INBOX_UNAVAILABLE } from '@service/protocol';
import { type Context, Hono } from 'hono';
import type { InboxDirectory } from '../../inbox/inbox.js';
import { publicInbox } from '../../inbox/public-inbox.js';
import { API_HEADERS } from '../security-headers.js';

/** Short, so that a change by the operator shows soon. */
const FRESH = 'private, max-age=60';

/** `ownOrigin`: how the browser reached this server. */
export function createInboxSettingsRoute(inboxes: InboxDirectory, ownOrigin: (c: Context) => string): Hono {
  const app = new Hono();
  app.get('/v1/inboxes/:inbox', (c) => {
    const inbox = inboxes.get(c.req.param('inbox'));
    const origin = c.req.header('Origin');
    for (const [name, value] of Object.entries(API_HEADERS)) c.header(name, value);
    c.header('Vary', 'Origin');
    // The same "no" for an inbox that doesn't exist and one that doesn't allow this page.
    if (!inbox || !origin || !inbox.allowedOrigins.includes(origin)) {
      return c.json({ code: 'inbox_unavailable', message: INBOX_UNAVAILABLE.message }, 404, {
        'Access-Control-Allow-Origin': '*',
      });
    }
    // A screen of one's own is on another origin than the logo.
    return c.json(publicInbox(inbox, ownOrigin(c)), 200, {
      'Access-Control-Allow-Origin': origin,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': FRESH,
    });
  });
  return app;
}
