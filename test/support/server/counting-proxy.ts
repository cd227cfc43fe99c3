/**
 * A proxy in front of the server that counts open WebSockets. The browser's own tools lose track of a socket when its frame
 * is removed; the other end of the connection does not.
 */
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './free-port.js';

export interface CountingProxy {
  readonly origin: string;
  /** The number of open WebSockets. */
  sockets(): number;
  /** Tracks the WebSockets that are opened from now on; `closeAll` closes them. */
  trackNewSockets(): { closeAll(): void };
  close(): Promise<void>;
}

export async function startCountingProxy(serverPort: number): Promise<CountingProxy> {
  const port = await freePort();
  const clients = new Set<Socket>();
  const upgraded = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(serverPort, '127.0.0.1');
    clients.add(client);
    client.on('data', (chunk) => {
      if (/^upgrade: websocket\r$/im.test(chunk.toString('latin1'))) upgraded.add(client);
    });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
    client.on('close', () => {
      clients.delete(client);
      upgraded.delete(client);
    });
  });
  await new Promise<void>((resolve, reject) => proxy.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${port}`,
    sockets: () => upgraded.size,
    trackNewSockets() {
      const before = new Set(upgraded);
      return {
        closeAll() {
          for (const client of upgraded) if (!before.has(client)) client.destroy();
        },
      };
    },
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        for (const socket of clients) socket.destroy();
      }),
  };
}
