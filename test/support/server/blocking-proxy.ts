/**
 * A proxy in front of the server that lets requests through and WebSockets not, or cuts them, in one of the ways in which balancers and
 * the networks of companies, schools and hotels do it.
 */
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './free-port.js';

/** What becomes of a request for a WebSocket. `passes`: it gets through. */
export type Blocking =
  | 'passes'
  | 'refused'
  | 'never answered'
  | 'without its upgrade headers'
  | 'reset'
  | 'answered with a page'
  | 'accepted and cut'
  | 'accepted and silent';

/** How an open WebSocket is cut. `silently`: nothing gets through any more, and neither end learns of it. */
export type Cut = 'by an end' | 'by a reset' | 'at the server alone' | 'silently';

export interface BlockingProxy {
  readonly origin: string;
  /** For the requests from now on. */
  blocking: Blocking;
  /** Cuts the WebSockets that are open. */
  cut(how: Cut): void;
  close(): Promise<void>;
}

const PAGE = '<!doctype html><title>Blocked</title>';

export async function startBlockingProxy(serverPort: number): Promise<BlockingProxy> {
  const port = await freePort();
  const open = new Set<Socket>();
  /** Open WebSockets: the browser's end, and the server's. */
  const upgraded = new Map<Socket, Socket>();
  const listener = createServer((client) => {
    open.add(client);
    client.on('close', () => open.delete(client));
    client.on('error', () => client.destroy());
    // The head of a browser's request arrives in one piece, and each WebSocket has a connection of its own.
    client.once('data', (head) => {
      const isSocket = /^upgrade: websocket\r$/im.test(head.toString('latin1'));
      const way = isSocket ? proxy.blocking : 'passes';
      if (way === 'refused') client.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      else if (way === 'reset') client.resetAndDestroy();
      else if (way === 'answered with a page')
        client.end(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${PAGE.length}\r\n\r\n${PAGE}`);
      else if (way !== 'never answered') {
        const server = passOn(client, head, way);
        if (isSocket) upgraded.set(client, server);
      }
    });
  });
  function passOn(client: Socket, head: Buffer, way: Blocking): Socket {
    const server = connect(serverPort, '127.0.0.1');
    const headers = /^(?:upgrade|connection):[^\n]*\n/gim;
    server.write(way === 'without its upgrade headers' ? head.toString('latin1').replace(headers, '') : head);
    server.on('error', () => client.destroy());
    server.on('close', () => client.destroy());
    client.on('close', () => {
      upgraded.delete(client);
      server.destroy();
    });
    client.pipe(server);
    if (way === 'accepted and cut' || way === 'accepted and silent')
      // The answer to the upgrade, and nothing after it.
      server.once('data', (answer) => {
        client.write(answer.subarray(0, answer.indexOf('\r\n\r\n') + 4));
        if (way === 'accepted and cut') client.end();
      });
    else server.pipe(client);
    return server;
  }
  await new Promise<void>((resolve, reject) => listener.once('error', reject).listen(port, '127.0.0.1', resolve));
  const proxy: BlockingProxy = {
    origin: `http://127.0.0.1:${port}`,
    blocking: 'passes',
    cut(how) {
      for (const [client, server] of upgraded) {
        if (how === 'by an end') client.end();
        else if (how === 'by a reset') client.resetAndDestroy();
        else if (how === 'at the server alone') server.destroy();
        else {
          client.unpipe(server).resume();
          server.unpipe(client).resume();
        }
      }
    },
    close: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
  return proxy;
}
