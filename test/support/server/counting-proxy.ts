/**
 * A door in front of the server that counts who is inside. A browser's own instruments lose sight of a socket when its
 * frame is taken away; the other end of the cable doesn't.
 */
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './free-port.js';

export interface FrontDoor {
  readonly origin: string;
  /** WebSockets that are open now. */
  sockets(): number;
  /** The WebSockets that are opened from now on, until they are put out. */
  whoeverComesNow(): { putOut(): void };
  close(): Promise<void>;
}

export async function openFrontDoor(serverPort: number): Promise<FrontDoor> {
  const port = await freePort();
  const inside = new Set<Socket>();
  const upgraded = new Set<Socket>();
  const door = createServer((visitor) => {
    const server = connect(serverPort, '127.0.0.1');
    inside.add(visitor);
    visitor.on('data', (chunk) => {
      if (/^upgrade: websocket\r$/im.test(chunk.toString('latin1'))) upgraded.add(visitor);
    });
    for (const [one, other] of [
      [visitor, server],
      [server, visitor],
    ] as const) {
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
    visitor.on('close', () => {
      inside.delete(visitor);
      upgraded.delete(visitor);
    });
  });
  await new Promise<void>((resolve, reject) => door.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${port}`,
    sockets: () => upgraded.size,
    whoeverComesNow() {
      const before = new Set(upgraded);
      return {
        putOut() {
          for (const visitor of upgraded) if (!before.has(visitor)) visitor.destroy();
        },
      };
    },
    close: () =>
      new Promise((resolve) => {
        door.close(() => resolve());
        for (const socket of inside) socket.destroy();
      }),
  };
}
