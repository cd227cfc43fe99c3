/**
 * Pictures of the people who answer, for whoever was written to by one: their id is random, and is told with what they wrote
 * and nowhere else. Each as a picture that can be nothing else. Who has none, and who nobody is, are answered with the same
 * bytes: no error, which a page would complain of in its console, and nothing to tell the two apart by.
 */
import { createHash } from 'node:crypto';
import { OPERATOR_ID } from '@service/protocol';
import { Hono } from 'hono';
import type { OperatorStore } from '../../store/port/operators.js';
import { PICTURE } from './store-picture.js';

const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  // Shown in pictures, on any page; opened by itself, it is saved.
  'Content-Disposition': 'attachment; filename="picture.webp"',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
  // Kept, but asked about each time: who takes their picture away is not to be seen any longer.
  'Cache-Control': 'no-cache',
};

/** Routes below `PEOPLE_PATH`. */
export function serveOperatorPictures(store: Pick<OperatorStore, 'picture'>): Hono {
  const app = new Hono();
  app.get('/:id', async (c) => {
    const id = c.req.param('id');
    const picture = OPERATOR_ID.test(id) ? await store.picture(id) : null;
    if (!picture) return c.body(null, 204, HEADERS);
    const etag = `"${createHash('sha256').update(picture).digest('base64url').slice(0, 22)}"`;
    if (c.req.header('If-None-Match')?.includes(etag)) return c.body(null, 304, { ...HEADERS, ETag: etag });
    return c.body(new Uint8Array(picture), 200, { ...HEADERS, ETag: etag, 'Content-Type': PICTURE.type });
  });
  return app;
}
