/**
 * A door in front of the server that changes what passes through it: what a careless proxy, a broken cache or somebody in
 * between does. Sockets are not let through; whoever needs them takes another door.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChangingDoor {
  readonly origin: string;
  /** Addresses whose answers are changed from now on, and how. */
  change: { readonly matches: RegExp; readonly by: (body: string) => string } | null;
  /** How many answers were changed. */
  changed(): number;
  close(): Promise<void>;
}

export async function openChangingDoor(target: string): Promise<ChangingDoor> {
  let changed = 0;
  const server = createServer(async (request, response) => {
    const address = request.url ?? '/';
    const { origin } = request.headers;
    const answer = await fetch(target + address, { headers: { ...(origin !== undefined && { origin }) } });
    let body = Buffer.from(await answer.arrayBuffer());
    if (door.change?.matches.test(address)) {
      body = Buffer.from(door.change.by(body.toString()));
      changed += 1;
    }
    const headers = Object.fromEntries(answer.headers);
    // The body is as long as it is now, and not compressed any more.
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'connection']) delete headers[name];
    response.writeHead(answer.status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const door: ChangingDoor = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    change: null,
    changed: () => changed,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return door;
}
