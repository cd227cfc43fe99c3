/**
 * A proxy in front of the server that can change response bodies, as a careless proxy, a broken cache or an attacker does.
 * Does not forward WebSockets.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RewritingProxy {
  readonly origin: string;
  /** Which responses are changed from now on, by their URL, and how. */
  rewrite: { readonly matches: RegExp; readonly by: (body: string) => string } | null;
  /** How many responses were changed. */
  rewritten(): number;
  close(): Promise<void>;
}

export async function startRewritingProxy(target: string): Promise<RewritingProxy> {
  let changed = 0;
  const server = createServer(async (request, response) => {
    const address = request.url ?? '/';
    const { origin } = request.headers;
    const headers = { ...(origin !== undefined && { origin }) };
    // The server may end while a request is pending; then the browser's connection ends too.
    const answer = await fetch(target + address, { headers }).catch(() => null);
    const original = await answer?.arrayBuffer().catch(() => null);
    if (!answer || !original) return void response.destroy();
    let body = Buffer.from(original);
    if (proxy.rewrite?.matches.test(address)) {
      body = Buffer.from(proxy.rewrite.by(body.toString()));
      changed += 1;
    }
    const answered = Object.fromEntries(answer.headers);
    // The body has a new length and is not compressed any more.
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'connection']) delete answered[name];
    response.writeHead(answer.status, answered).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: RewritingProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rewrite: null,
    rewritten: () => changed,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}
