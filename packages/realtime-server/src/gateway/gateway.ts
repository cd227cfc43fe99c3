/**
 * The edge: takes upgrades, keeps the connections, and empties itself before the process ends. An upgrade is always
 * accepted and then closed with a code, because a browser hides the reason of a refused one; only a path that is not
 * ours is refused outright.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { CLOSE, FRAME_LIMITS, REALTIME_PATH, SUBPROTOCOL } from '@service/protocol';
import { WebSocketServer } from 'ws';
import { clientAddress } from './admission/client-address.js';
import { Connection, type ConnectionDeps, type UpgradeInfo } from './connection.js';
import { startHeartbeat } from './heartbeat.js';

/** How many visitors another node takes over in a second without noticing. */
const RETURNS_PER_SECOND = 400;
/**
 * For few visitors a longer window would only keep the server from ending. Until a balancer that asks for health now and then
 * has noticed, it may send whoever leaves early back here, where they are refused: they come again.
 */
const LEAST_WINDOW_MS = 2_000;
/** The longest that a visitor may be asked to take for leaving. */
const MOST_WINDOW_MS = 60_000;
/** After the window: for those who were asked and did not leave. */
const GRACE_MS = 1_000;
const FLUSH_MS = 100;

export interface Gateway {
  /** Sockets open now. */
  count(): number;
  /**
   * Takes no more upgrades and asks everyone to leave, spread over a window so that whoever takes them in is not run
   * over. With `othersServe` they are served until they have left: they come back at another node and notice nothing.
   * Without, they are closed at once, because there is nowhere to go before this server is back.
   */
  close(othersServe: boolean): Promise<void>;
}

/** `ownOrigin` is how browsers see this server, from a request; `proxies`, how many of ours stand before it. */
export function attachGateway(
  server: Server,
  deps: ConnectionDeps,
  ownOrigin: (request: IncomingMessage) => string,
  proxies = 0,
): Gateway {
  const connections = new Set<Connection>();
  let onEmpty: (() => void) | null = null;
  const stopHeartbeat = startHeartbeat(deps, connections);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_LIMITS.frameBytes,
    perMessageDeflate: false,
    // A message cut into thousands of crumbs costs far more memory than its size; browsers never send more than a few. With
    // 64, the largest frame comes through in pieces of a kibibyte too, should something on the way cut it so; a lower number would
    // refuse that, and save no memory worth having.
    maxFragments: 64,
    maxBufferedChunks: 1_024,
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  });

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    /** Closed from this side too: whoever never closes theirs would hold it for ever, and with it the end of the server. */
    const refuse = (answer: string): void => {
      socket.once('finish', () => socket.destroy());
      socket.end(answer);
    };
    const path = (request.url ?? '').split('?')[0];
    if (path !== REALTIME_PATH) {
      refuse(refusal('404 Not Found'));
      return;
    }
    const caller = callerOf(request, ownOrigin(request), proxies);
    const knock = deps.crowd.admitUpgrade(caller.address);
    if (!knock.ok) {
      const seconds = Math.ceil(knock.retryAfterMs / 1_000);
      refuse(refusal('429 Too Many Requests', `Retry-After: ${seconds}\r\n`));
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      if (webSocket.protocol !== SUBPROTOCOL) {
        webSocket.on('error', () => undefined);
        webSocket.close(CLOSE.versionUnsupported.code, '');
        return;
      }
      const connection: Connection = new Connection(webSocket, socket, deps, caller, () => {
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
      // At once, and not only after a balancer had time to see that this server is going: nobody is taken in to be sent away,
      // and whoever is refused meanwhile comes again.
      server.off('upgrade', upgrade);
      const windowMs = Math.min(
        MOST_WINDOW_MS,
        Math.max(LEAST_WINDOW_MS, (connections.size / RETURNS_PER_SECOND) * 1_000),
      );
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

/** An answer in HTTP's own words, for this one alone. */
function refusal(status: string, header = ''): string {
  return `HTTP/1.1 ${status}\r\n${header}Content-Length: 0\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n`;
}

function callerOf({ headers, socket }: IncomingMessage, ownOrigin: string, proxies: number): UpgradeInfo {
  const { origin = null, 'x-forwarded-for': forwarded, 'sec-gpc': control, dnt } = headers;
  return {
    origin,
    ownOrigin,
    address: clientAddress(socket.remoteAddress ?? '', String(forwarded ?? ''), proxies),
    gpc: control === '1' || dnt === '1',
  };
}
