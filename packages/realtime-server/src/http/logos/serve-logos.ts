/** Logos over plain HTTP: only those that a theme names, and with headers that allow nothing but an image. */
import { Hono } from 'hono';
import type { InboxDirectory } from '../../inbox/inbox.js';
import { logoAddressOf } from '../../inbox/logo-url.js';
import { sharedBody } from '../limits/shared-body.js';
import type { LogoCache } from './logo-cache.js';

const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  // Shown in pictures, on any page; opened by itself, it is saved.
  'Content-Disposition': 'attachment; filename="logo"',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
};

/** Routes below `LOGOS_PATH`. */
export function serveLogos(inboxes: Pick<InboxDirectory, 'list'>, shelf: LogoCache): Hono {
  const app = new Hono();
  app.get('/:name', async (c) => {
    // A name that no theme has is not looked up.
    const address = logoAddressOf(inboxes, c.req.param('name'));
    const logo = address === null ? null : await shelf.logo(address);
    if (!logo) return c.text('There is nothing at this address.', 404, { ...HEADERS, 'Cache-Control': 'no-store' });
    return c.body(sharedBody(logo.body), 200, {
      ...HEADERS,
      'Content-Type': logo.type,
      'Cache-Control': 'public, max-age=3600',
    });
  });
  return app;
}
