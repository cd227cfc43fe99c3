/** What answers HTTP. Loaded after the server serves sockets. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { logoAddresses } from '@service/realtime-server';
import { servedAtItsOrigin } from '../two-origins.js';
import { createRoutes, type RouteParts } from './routes.js';

export interface Pages {
  readonly listener: (request: IncomingMessage, response: ServerResponse) => unknown;
  /** So that the operator sees what is wrong with a logo, and the first visitor doesn't wait for it. */
  fetchLogos(): void;
  close(): void;
}

/** @throws when something is not built, or `LOADER_DIR` can't be written. */
export function openPages(parts: RouteParts): Pages {
  const { app, logos, close } = createRoutes(parts);
  return {
    // Some health checks speak HTTP/1.0, which names no host.
    listener: getRequestListener(servedAtItsOrigin(app.fetch, parts.config), { hostname: 'localhost' }),
    fetchLogos() {
      for (const address of logoAddresses(parts.inboxes)) void logos.logo(address);
    },
    close,
  };
}
