/**
 * One request to a destination, over a connection to an address that was checked. What must be true:
 *
 * 1. The name is resolved once, every address it has must be public, and the socket is opened to one of exactly these:
 *    a name that changes its mind between the check and the connection gains nothing.
 * 2. The certificate must prove the name, not the address.
 * 3. Redirects are not followed, proxies of the environment are not used, compressed answers are not opened.
 * 4. One deadline covers it all: resolving, connecting, proving, and the last byte. Whatever ends it closes the socket.
 */
import { lookup } from 'node:dns/promises';
import { request as httpsRequest } from 'node:https';
import { isIP, connect as netConnect, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { isPublicAddress } from '../public-address.js';
import { type Destination, DestinationError } from './destination.js';

/** How the outside is reached; tests bring a network of their own, with names, addresses and an authority. */
export interface Network {
  /** Every address of a name. */
  resolve(host: string): Promise<readonly string[]>;
  /** Opens a plain connection to an address. */
  dial(address: string, port: number): Socket;
  /** Who may vouch for a name; undefined: the usual authorities. */
  readonly ca?: string;
}

export interface PinnedRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** For everything from the first look-up to the last byte. */
  readonly deadlineMs: number;
  /** Of the answer's body. */
  readonly mostBytes: number;
  readonly signal?: AbortSignal;
}

export interface PinnedResponse {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

export const internet: Network = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  dial: (address, port) => netConnect({ host: address, port }),
};

/**
 * Sends and reads the whole answer, whatever its status, but 3xx is the problem `destination_redirect`.
 * @throws {DestinationError} naming what went wrong; never with addresses or the other side's words in it.
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
    const address = await unlessEnded(checkedAddress(host, network), ending.signal);
    return await exchange(host, path, request, network, address, ending.signal);
  } finally {
    clearTimeout(clock);
    request.signal?.removeEventListener('abort', leave);
    // Whatever is still open of it: a body beyond the limit, a handshake that never came to an end.
    ending.abort();
  }
}

/** The first address, once all of them are public: one private among them means that somebody plays with the name. */
async function checkedAddress(host: string, network: Network): Promise<string> {
  if (isIP(host)) {
    if (!isPublicAddress(host)) throw new DestinationError('destination_not_public');
    return host;
  }
  let addresses: readonly string[];
  try {
    addresses = await network.resolve(host);
  } catch {
    throw new DestinationError('destination_unresolved');
  }
  const [first] = addresses;
  if (first === undefined) throw new DestinationError('destination_unresolved');
  if (!addresses.every(isPublicAddress)) throw new DestinationError('destination_not_public');
  return first;
}

function exchange(
  host: string,
  path: string,
  { method, headers, body, mostBytes }: PinnedRequest,
  network: Network,
  address: string,
  signal: AbortSignal,
): Promise<PinnedResponse> {
  return new Promise((resolve, reject) => {
    let proven = false;
    const raw = network.dial(address, 443);
    const stop = (): void => {
      raw.destroy();
      reject(signal.reason);
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    raw.on('error', () => reject(new DestinationError('destination_unreachable')));
    raw.once('connect', () => {
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
        // No agent: one would keep the socket, and use it again for whoever comes next.
        createConnection: () =>
          tlsConnect({
            socket: raw,
            // A name for the certificate; an address has none to ask for, and is checked as an address.
            ...(isIP(host) ? { host } : { servername: host }),
            ...(network.ca !== undefined && { ca: network.ca }),
            ALPNProtocols: ['http/1.1'],
            // Whatever the environment says: it is the one proof of whom this is.
            rejectUnauthorized: true,
          }).once('secureConnect', () => {
            proven = true;
          }),
      });
      outgoing.on('error', () => reject(new DestinationError(proven ? 'destination_unreachable' : 'destination_tls')));
      outgoing.on('response', (response) => {
        const status = response.statusCode ?? 0;
        const refuse = (problem: DestinationError): void => {
          raw.destroy();
          reject(problem);
        };
        if (status >= 300 && status < 400) return refuse(new DestinationError('destination_redirect', status));
        const encoding = response.headers['content-encoding'] ?? 'identity';
        if (encoding.toLowerCase() !== 'identity') return refuse(new DestinationError('destination_encoding'));
        const pieces: Buffer[] = [];
        let size = 0;
        response.on('data', (piece: Buffer) => {
          size += piece.length;
          if (size > mostBytes) refuse(new DestinationError('destination_too_large'));
          else pieces.push(piece);
        });
        response.on('error', () => reject(new DestinationError('destination_unreachable')));
        response.on('end', () => {
          if (!response.complete) return reject(new DestinationError('destination_unreachable'));
          resolve({ status, type: response.headers['content-type'] ?? '', body: Buffer.concat(pieces) });
        });
      });
      outgoing.end(body);
    });
  });
}

/** A resolver that hangs can't be stopped; it can be left waiting. */
function unlessEnded<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    // First of all, also of one that has ended before: a refusal that nobody hears would end the server.
    promise.then(resolve, reject);
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
