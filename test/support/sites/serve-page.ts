/**
 * Serves one HTML page on an origin of its own from a real server. The browser would deny a page that its driver fulfils
 * access to servers on this machine, because such a page has no address.
 */
import { createServer } from 'node:http';
import { freePort } from '../server/free-port.js';

export interface ServedPage {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves `html`, for every path or by path, on `port` of localhost, with `policy` as its Content-Security-Policy, and `more` headers. */
export async function servePage(
  html: string | ((path: string) => string),
  port?: number,
  policy?: string,
  more: Readonly<Record<string, string>> = {},
): Promise<ServedPage> {
  const listenOn = port ?? (await freePort());
  const server = createServer(({ url = '/' }, response) => {
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', ...more };
    response
      .writeHead(200, { ...headers, ...(policy && { 'Content-Security-Policy': policy }) })
      .end(typeof html === 'string' ? html : html(url));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(listenOn, resolve));
  return {
    url: `http://localhost:${listenOn}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
