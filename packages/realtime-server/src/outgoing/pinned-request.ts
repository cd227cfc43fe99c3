/**
 * One request to a destination, over a connection to an address that was checked:
 *
 * 1. The name is resolved once. Every address must be public, and the socket is opened to one of exactly these: a name that
 *    changes between the check and the connection has no effect.
 * 2. The certificate must prove the name, not the address.
 * 3. Redirects are not followed: at most they are returned, for `site-reader.ts` to judge anew. Proxies of the environment are not
 *    used, compressed responses are not decoded.
 * 4. One deadline covers everything: resolving, connecting, TLS, and the last byte. Whatever ends it closes the socket.
 */
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, connect as netConnect, type Socket } from 'node:net';
import { type TLSSocket, connect as tlsConnect } from 'node:tls';
import { type Destination, DestinationError } from './destination.js';
import { isPublicAddress } from './public-address.js';

/** The way to the internet. Tests bring their own, with names, addresses and a certificate authority. */
export interface Network {
  /** Every address of a name. */
  resolve(host: string): Promise<readonly string[]>;
  /** Opens a plain connection to an address. */
  dial(address: string, port: number): Socket;
  /** The certificate authority that is trusted; undefined: the usual ones. */
  readonly ca?: string;
}

export interface PinnedRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** From the first look-up to the last byte. */
  readonly deadlineMs: number;
  /** Of the response's body. */
  readonly mostBytes: number;
  /** A 304, and a 3xx with a Location, are returned without their body. Default: they are the error `destination_redirect`. */
  readonly isRedirectReturned?: boolean;
  /** Whether a body of this media type is wanted. Where a response of the 2xx kind has another one, it is not read. Default: any. */
  readonly isWanted?: (type: string) => boolean;
  readonly signal?: AbortSignal;
}

export interface PinnedResponse {
  readonly status: number;
  readonly type: string;
  /** Where a redirect leads, as it was written; null for every other response. */
  readonly location: string | null;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Of a name. */
const ADDRESSES_TRIED = 4;
/** After so long, the next address is tried. */
const NEXT_ADDRESS_MS = 2_000;

export const internet: Network = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  dial: (address, port) => netConnect({ host: address, port }),
};

/**
 * Sends, and reads the whole response. A 3xx is the error `destination_redirect` unless the request says otherwise; any other
 * status is returned.
 * @throws {DestinationError} whose message never contains addresses or text of the other side.
 */
export async function sendPinned(
  { host, path }: Destination,
  request: PinnedRequest,
  network: Network = internet,
): Promise<PinnedResponse> {
  const ending = new AbortController();
  const clock = setTimeout(() => ending.abort(new DestinationError('destination_timeout')), request.deadlineMs);
  const leave = (): void => ending.abort(request.signal?.reason ?? new DestinationError('destination_unreachable'));
  if (request.signal?.aborted) leave();
  request.signal?.addEventListener('abort', leave);
  try {
    const addresses = await unlessEnded(checkedAddresses(host, network), ending.signal);
    const socket = await connect(addresses, network, ending.signal);
    return await exchange(host, path, request, network, socket, ending.signal);
  } finally {
    clearTimeout(clock);
    request.signal?.removeEventListener('abort', leave);
    // Closes what is still open: a body beyond the limit, a handshake that never ended.
    ending.abort();
  }
}

/** The first few addresses, if all are public. One private address among them is a sign of an attack by DNS. */
async function checkedAddresses(host: string, network: Network): Promise<readonly string[]> {
  if (isIP(host)) {
    if (!isPublicAddress(host)) throw new DestinationError('destination_not_public');
    return [host];
  }
  let addresses: readonly string[];
  try {
    addresses = await network.resolve(host);
  } catch {
    throw new DestinationError('destination_unresolved');
  }
  if (addresses.length === 0) throw new DestinationError('destination_unresolved');
  if (!addresses.every(isPublicAddress)) throw new DestinationError('destination_not_public');
  return addresses.slice(0, ADDRESSES_TRIED);
}

/** Connects to the first address that answers: on a machine without IPv6, an address of it leads nowhere. */
async function connect(addresses: readonly string[], network: Network, signal: AbortSignal): Promise<Socket> {
  for (const [i, address] of addresses.entries()) {
    const isLast = i === addresses.length - 1;
    const socket = await connectTo(address, network, signal, isLast ? null : NEXT_ADDRESS_MS);
    if (socket) return socket;
  }
  throw new DestinationError('destination_unreachable');
}

/** Null when the address can't be reached, or not in time. Rejects when `signal` is aborted. */
async function connectTo(
  address: string,
  network: Network,
  signal: AbortSignal,
  mostMs: number | null,
): Promise<Socket | null> {
  const socket = network.dial(address, 443);
  // It stays: an error of a socket that nothing listens to ends the process.
  socket.on('error', () => undefined);
  try {
    const ended = mostMs === null ? signal : AbortSignal.any([signal, AbortSignal.timeout(mostMs)]);
    await once(socket, 'connect', { signal: ended });
    return socket;
  } catch {
    socket.destroy();
    signal.throwIfAborted();
    return null;
  }
}

function exchange(
  host: string,
  path: string,
  { method, headers, body, ...wanted }: PinnedRequest,
  network: Network,
  raw: Socket,
  signal: AbortSignal,
): Promise<PinnedResponse> {
  return new Promise((resolve, reject) => {
    let isProven = false;
    // Before the certificate is proven, nothing is sent. Reading something once more changes nothing.
    const broken = () =>
      new DestinationError(isProven && method !== 'GET' ? 'destination_outcome_unknown' : 'destination_unreachable');
    const stop = (): void => {
      raw.destroy();
      reject(signal.reason);
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    raw.on('error', () => reject(broken()));
    const outgoing = httpsRequest({
      method,
      path,
      host,
      headers: {
        ...headers,
        Host: host,
        'Accept-Encoding': 'identity',
        Connection: 'close',
        ...(body && { 'Content-Length': String(body.length) }),
      },
      // No agent: one would keep the socket open and use it for the next request.
      createConnection: () =>
        openTls(raw, host, network).once('secureConnect', () => {
          isProven = true;
        }),
    });
    outgoing.on('error', () => reject(isProven ? broken() : new DestinationError('destination_tls')));
    outgoing.on('response', (response) => {
      readResponse(response, wanted, broken).then(resolve, (error: unknown) => {
        raw.destroy();
        reject(error);
      });
    });
    outgoing.end(body);
  });
}

function openTls(socket: Socket, host: string, { ca }: Network): TLSSocket {
  return tlsConnect({
    socket,
    // A certificate is checked against the name; an address has no name to ask for, and is checked as an address.
    ...(isIP(host) ? { host } : { servername: host }),
    ...(ca !== undefined && { ca }),
    ALPNProtocols: ['http/1.1'],
    // Whatever the environment says: the certificate is the only proof of identity.
    rejectUnauthorized: true,
  });
}

function readResponse(
  response: IncomingMessage,
  { mostBytes, isRedirectReturned = false, isWanted = () => true }: Omit<PinnedRequest, 'method' | 'headers' | 'body'>,
  broken: () => DestinationError,
): Promise<PinnedResponse> {
  const status = response.statusCode ?? 0;
  const { headers } = response;
  const encoding = headers['content-encoding'] ?? 'identity';
  const type = headers['content-type'] ?? '';
  return new Promise((resolve, reject) => {
    if (status >= 300 && status < 400) {
      const { location = null } = status === 304 ? {} : headers;
      if (!isRedirectReturned || (location === null && status !== 304))
        return reject(new DestinationError('destination_redirect', status));
      return resolve({ status, type: '', location, headers, body: Buffer.alloc(0) });
    }
    if (status >= 200 && status < 300 && !isWanted(type)) return reject(new DestinationError('destination_type'));
    if (encoding.toLowerCase() !== 'identity') return reject(new DestinationError('destination_encoding'));
    const pieces: Buffer[] = [];
    let size = 0;
    response.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size > mostBytes) reject(new DestinationError('destination_too_large'));
      else pieces.push(piece);
    });
    response.on('error', () => reject(broken()));
    response.on('end', () => {
      if (!response.complete) return reject(broken());
      resolve({ status, type, location: null, headers, body: Buffer.concat(pieces) });
    });
  });
}

/** A resolver that hangs can't be stopped, only abandoned. */
function unlessEnded<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    // First, also when the signal has aborted before: an unhandled rejection would end the process.
    promise.then(resolve, reject);
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
