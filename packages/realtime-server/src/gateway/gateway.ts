/**
 * The edge: takes upgrades, keeps the connections, and empties itself before the process ends. An upgrade is always
 * accepted and then closed with a code, because a browser hides the reason of a refused one; only a path that is not
 * ours is refused outright.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { CLOSE, LIMITS, REALTIME_PATH, SUBPROTOCOL } from '@service/protocol';
import { WebSocketServer } from 'ws';
import { Connection, type ConnectionDeps } from './connection.js';

/** One window of reconnecting for this many connections. */
const RETURNS_PER_SECOND = 400;
const LEAST_WINDOW_MS = 2_000;
const FLUSH_MS = 500;

export interface Gateway {
  /** Sockets open now. */
  count(): number;
  /** Says goodbye to everyone, spread over a window that the clients are told, then closes. */
  close(): Promise<void>;
}

/** `ownOrigin` is how browsers see this server, from a request. */
export function attachGateway(
  server: Server,
  deps: ConnectionDeps,
  ownOrigin: (request: IncomingMessage) => string,
): Gateway {
  const connections = new Set<Connection>();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LIMITS.frameBytes,
    perMessageDeflate: false,
    // A message cut into thousands of crumbs costs far more memory than its size; browsers never send more than a few.
    maxFragments: 64,
    maxBufferedChunks: 1_024,
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  });

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    const path = (request.url ?? '').split('?')[0];
    if (path !== REALTIME_PATH) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      if (webSocket.protocol !== SUBPROTOCOL) {
        webSocket.on('error', () => undefined);
        webSocket.close(CLOSE.versionUnsupported.code, '');
        return;
      }
      const connection: Connection = new Connection(
        webSocket,
        deps,
        request.headers.origin ?? null,
        ownOrigin(request),
        () => connections.delete(connection),
      );
      connections.add(connection);
    });
  };
  server.on('upgrade', upgrade);

  return {
    count: () => connections.size,
    async close() {
      server.off('upgrade', upgrade);
      const windowMs = Math.max(LEAST_WINDOW_MS, (connections.size / RETURNS_PER_SECOND) * 1_000);
      for (const connection of connections) connection.drain(windowMs);
      if (connections.size > 0) await new Promise((resolve) => setTimeout(resolve, FLUSH_MS));
      for (const connection of [...connections]) connection.close(CLOSE.drained, true);
      await new Promise<void>((resolve) => {
        sockets.close(() => resolve());
        setTimeout(() => {
          for (const socket of sockets.clients) socket.terminate();
        }, 1_000).unref();
      });
    },
  };
}
