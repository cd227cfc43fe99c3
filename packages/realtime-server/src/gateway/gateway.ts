/**
 * Accepts upgrades, holds the connections, and drains them before the process ends. An upgrade is accepted and then closed
 * with a code, because a browser hides the reason of a refused one. Only other paths and floods are refused in HTTP.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { CLOSE, FRAME_LIMITS, REALTIME_PATH, SUBPROTOCOL } from '@service/protocol';
import { WebSocketServer } from 'ws';
import { HTTP_LIMITS } from '../runtime/limits.js';
import { isWebSocketUpgrade, readAsPlain } from '../runtime/network/plain-upgrade.js';
import { CLOSE_TIMEOUT_MS, Connection, type ConnectionDeps } from './connection.js';
import { startHeartbeat } from './heartbeat.js';
import { upgradeInfoOf } from './upgrade-info.js';

/** How many visitors another node takes over in a second without delay for its own. */
const RETURNS_PER_SECOND = 400;
/**
 * Until a load balancer that polls the health route has noticed, it may send those who leave early back here, where they
 * are refused and try again.
 */
const MIN_WINDOW_MS = 2_000;
const MAX_WINDOW_MS = 60_000;
/** After the window: for clients that were asked to leave and didn't. */
const GRACE_MS = 1_000;
const FLUSH_MS = 100;

export interface Gateway {
  /** Sockets open now. */
  count(): number;
  /**
   * Takes no more upgrades and asks every client to leave, spread over a window so that the other nodes are not overrun.
   * With `othersServe` clients are served until they have left, and reconnect to another node. Without, they are closed at
   * once, because no other node serves them before this one is back.
   */
  close(othersServe: boolean): Promise<void>;
}

/** `ownOrigin`: how browsers see this server, from a request; null: there is no chat at this address. `proxies`: how many of our own stand in front of it. */
export function attachGateway(
  server: Server,
  deps: ConnectionDeps,
  ownOrigin: (request: IncomingMessage) => string | null,
  proxies = 0,
): Gateway {
  const connections = new Set<Connection>();
  let onEmpty: (() => void) | null = null;
  const stopHeartbeat = startHeartbeat(deps, connections);
  const sockets = createSocketServer();

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (!isWebSocketUpgrade(request)) return readAsPlain(server, request, socket, head);
    socket.on('error', () => socket.destroy());
    const origin = ownOrigin(request);
    if ((request.url ?? '').split('?')[0] !== REALTIME_PATH || origin === null) return refuse(socket, '404 Not Found');
    const info = upgradeInfoOf(request, origin, proxies);
    const verdict = deps.admission.admitUpgrade(info.address);
    if (!verdict.ok) {
      const seconds = Math.ceil(verdict.retryAfterMs / 1_000);
      const refuseNow = (): void => refuse(socket, '429 Too Many Requests', `Retry-After: ${seconds}\r\n`);
      return void socket.once('close', deps.clock.after(HTTP_LIMITS.refuseAfterMs, refuseNow));
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      if (webSocket.protocol !== SUBPROTOCOL) {
        webSocket.on('error', () => undefined);
        webSocket.close(CLOSE.versionUnsupported.code, '');
        deps.clock.after(CLOSE_TIMEOUT_MS, () => webSocket.terminate());
        return;
      }
      const connection: Connection = new Connection(webSocket, socket, deps, info, () => {
        connections.delete(connection);
        if (connections.size === 0) onEmpty?.();
      });
      connections.add(connection);
    });
  };
  server.on('upgrade', upgrade);

  return {
    count: () => connections.size,
    async close(othersServe) {
      // At once, and not after a balancer had time to notice: a client that is accepted now would only be sent away.
      server.off('upgrade', upgrade);
      const windowMs = drainWindow(connections.size);
      for (const connection of connections) connection.drain(windowMs);
      if (connections.size > 0) {
        await new Promise<void>((resolve) => {
          onEmpty = resolve;
          deps.clock.after(othersServe ? windowMs + GRACE_MS : FLUSH_MS, resolve);
        });
      }
      stopHeartbeat();
      for (const connection of [...connections]) connection.close(CLOSE.drained, true);
      await new Promise<void>((resolve) => {
        sockets.close(() => resolve());
        deps.clock.after(1_000, () => {
          for (const socket of sockets.clients) socket.terminate();
        });
      });
    },
  };
}

function createSocketServer(): WebSocketServer {
  return new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_LIMITS.frameBytes,
    perMessageDeflate: false,
    // A message in thousands of fragments costs far more memory than its size. With 64, the largest frame may still come in
    // fragments of 1 KiB, should a proxy cut it so; browsers send only a few.
    maxFragments: 64,
    maxBufferedChunks: 1_024,
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  });
}

function drainWindow(connections: number): number {
  return Math.min(MAX_WINDOW_MS, Math.max(MIN_WINDOW_MS, (connections / RETURNS_PER_SECOND) * 1_000));
}

/** Closes this side too: a client that never closes its own would hold the socket, and with it the end of the server. */
function refuse(socket: Duplex, status: string, header = ''): void {
  socket.once('finish', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status}\r\n${header}Content-Length: 0\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n`,
  );
}
