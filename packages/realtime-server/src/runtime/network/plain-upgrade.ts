/**
 * Requests that offer another protocol, such as `Upgrade: h2c` of curl and Java: a server that doesn't speak it answers as if
 * it had not been offered (RFC 9110, 7.8). Only WebSockets are an upgrade here.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

export function isWebSocketUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.trim().toLowerCase() === 'websocket';
}

/**
 * Has a request that Node took for an upgrade read again as a plain one, with its body and what comes behind it. The parser
 * has checked every piece, so what is written here is one request again. Not `shouldUpgradeCallback`: Node before 22.21
 * doesn't ask it, and Node 24.21 reads nothing more of a connection on which the answer was no.
 */
export function readAsPlain(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.toLowerCase() !== 'upgrade') lines.push(`${name}: ${rawHeaders[at + 1]}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}
