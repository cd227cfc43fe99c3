/**
 * Pictures of operators. An operator's id is random, and only visitors to whom the operator wrote receive it. An unknown
 * operator and one without a picture get the same bytes: an error would show in the page's console and tell the two apart.
 */
import { createHash } from 'node:crypto';
import { OPERATOR_ID } from '@service/protocol';
import { Hono } from 'hono';
import type { OperatorStore } from '../../../store/port/operators.js';
import { sharedBody } from '../../limits/shared-body.js';
import { PICTURE } from './store-picture.js';

const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  // Shown in pictures, on any page; opened by itself, it is saved.
  'Content-Disposition': 'attachment; filename="picture.webp"',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
  // Cached, but revalidated each time: a removed picture must not be shown any longer.
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
    return c.body(sharedBody(picture), 200, { ...HEADERS, ETag: etag, 'Content-Type': PICTURE.type });
  });
  return app;
}
