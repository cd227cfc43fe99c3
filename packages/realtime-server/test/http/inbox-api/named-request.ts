/** Requests of the team's API and of uploads, with a thing of a tenant in each place that can name one. */
import type { Hono } from 'hono';
import { type Shape, withText } from '../../../../../test/support/wire/schema-shapes.js';

/** Something that a request names: a part of the path, or a field of the body. */
export interface Place {
  readonly name: string;
  readonly at: 'path' | Shape['texts'][number]['path'];
}
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: Shape['example'];
  readonly places: readonly Place[];
}

/** Sends the request with `things` in its places. */
export async function send(
  app: Hono,
  { method, path, body, places }: Request,
  things: readonly string[],
  authorization: string | null,
  origin?: string,
) {
  let address = path;
  let filled = body;
  places.forEach(({ name, at }, index) => {
    const thing = things[index] as string;
    if (at === 'path') address = address.replace(`:${name}`, encodeURIComponent(thing));
    else filled = withText(filled, at, thing);
  });
  const response = await app.request(`http://chat.test${address}`, {
    method,
    headers: {
      ...(authorization !== null && { authorization: `Bearer ${authorization}`, 'x-api-key': authorization }),
      ...(origin !== undefined && { origin }),
      ...(body !== null && { 'content-type': 'application/json' }),
    },
    ...(method === 'POST' && { body: body === null ? 'x' : JSON.stringify(filled) }),
    // What would wait for news learns that no one waits.
    signal: AbortSignal.timeout(2_000),
  });
  return {
    status: response.status,
    text: await response.text(),
    what: `${method} ${address} ${JSON.stringify(filled)}`,
  };
}
