/**
 * The HTTP server with bounds on what one peer may ask of it: one request of a connection at a time, requests and
 * connections by address, time to read an answer, time for a body that is not wanted, and files left for the server itself.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../runtime/clock.js';
import { HTTP_LIMITS } from '../../runtime/limits.js';
import { clientAddress, clientAddressOf, countedGroup } from '../../runtime/network/client-address.js';
import { isWebSocketUpgrade, readAsPlain } from '../../runtime/network/plain-upgrade.js';
import { ConnectionTable, connectionFiles, shareOfAddress } from './connection-table.js';
import { continueWhenRead } from './expect-continue.js';
import { HttpAdmission } from './http-admission.js';
import { type Exchange, RequestTurns } from './request-turns.js';
import { type CutReason, watchAnswer } from './watch-answer.js';

/** What was refused or cut off. */
export type HttpRefusal =
  | CutReason
  | 'too_many_requests'
  | 'too_many_waiting'
  | 'too_many_connections'
  | 'two_hosts'
  | 'unknown_expectation';

export interface LimitedServerDeps {
  readonly listener: (request: IncomingMessage, response: ServerResponse) => unknown;
  readonly clock: Clock;
  /** How many of our own proxies are in front of the server. */
  readonly proxies: number;
  /** How many files the process may open; null: unknown. */
  readonly openFiles: number | null;
  readonly onRefused: (refusal: HttpRefusal) => void;
}

export function createLimitedServer(deps: LimitedServerDeps): Server {
  const { clock, proxies, onRefused } = deps;
  const files = connectionFiles(deps.openFiles);
  const turns = new WeakMap<Socket, RequestTurns>();
  const connections = new ConnectionTable<Socket>(files, (socket) => turns.get(socket)?.isBusy ?? false);
  const admission = new HttpAdmission(clock.now, proxies > 0, shareOfAddress(HTTP_LIMITS.requestsAtOnce, files));
  const expecting = new WeakSet<IncomingMessage>();
  const begin = ([request, response]: Exchange): void => {
    const { socket } = request;
    const fault = faultOf(request, expecting.has(request));
    if (fault) {
      onRefused(fault.refusal);
      return refuse(response, fault.status, 'bad_request', fault.message);
    }
    const verdict = admission.begin(clientAddressOf(request, proxies));
    if (!verdict.ok) {
      onRefused('too_many_requests');
      return serveAfter(HTTP_LIMITS.refuseAfterMs, response, clock, () => refuseFor(response, verdict.retryAfterMs));
    }
    connections.touch(socket);
    response.once('close', () => {
      verdict.end();
      connections.touch(socket);
    });
    serveAfter(verdict.afterMs, response, clock, () => {
      watchAnswer(request, response, clock, onRefused);
      deps.listener(request, response);
    });
  };

  const server = createServer();
  server.headersTimeout = 10_000;
  // A file on a slow connection takes minutes; one that stalls is aborted long before.
  server.requestTimeout = 600_000;
  server.on('connection', (socket: Socket) => {
    // A request that is read again as a plain one brings its connection a second time.
    if (turns.has(socket)) return;
    const own = new RequestTurns(begin, () => {
      onRefused('too_many_waiting');
      closeAfter(HTTP_LIMITS.refuseAfterMs, socket, clock);
    });
    turns.set(socket, own);
    socket.once('close', () => {
      own.end();
      connections.closed(socket);
    });
    // Behind a proxy the addresses are in the requests, and the connections are the proxy's.
    const group = proxies > 0 ? null : countedGroup(clientAddress(socket.remoteAddress ?? '', '', 0), false);
    const surplus = connections.add(socket, group);
    if (!surplus) return;
    onRefused('too_many_connections');
    surplus.destroy();
  });
  server.on('request', (request, response) => turns.get(request.socket)?.take([request, response]));
  server.on('checkContinue', (request, response) => {
    continueWhenRead(request, response);
    turns.get(request.socket)?.take([request, response]);
  });
  // Without a listener Node answers at once, whatever waits.
  server.on('checkExpectation', (request, response) => {
    expecting.add(request);
    turns.get(request.socket)?.take([request, response]);
  });
  server.on('upgrade', (request, socket, head) => {
    // The gateway answers it while there is one.
    if (server.listenerCount('upgrade') === 1) readAsPlain(server, request, socket, head);
    else if (isWebSocketUpgrade(request)) connections.upgraded(request.socket);
  });
  return server;
}

/** What Node calls with each request that it has parsed, and that its parser skips the rest by. Node documents neither. */
interface ParsedSocket extends Socket {
  readonly parser?: { onIncoming: () => number } | null;
}
const SKIP_THE_REST = 2;

/**
 * Closes a connection so much later, and parses nothing more of it: one packet holds a thousand requests, which cost the time of
 * hundreds of honest ones. Who has to wait for the end opens the next connection later.
 */
function closeAfter(ms: number, socket: ParsedSocket, clock: Clock): void {
  if (socket.parser) socket.parser.onIncoming = () => SKIP_THE_REST;
  // Node reads on when an answer was taken.
  socket.pause().on('resume', () => socket.pause());
  const cancel = clock.after(ms, () => socket.destroy());
  socket.once('close', cancel);
}

/** Why a request is refused from any sender; null: it is not. */
function faultOf(
  request: IncomingMessage,
  isExpecting: boolean,
): { readonly refusal: HttpRefusal; readonly status: number; readonly message: string } | null {
  if (hostsIn(request) > 1)
    return {
      refusal: 'two_hosts',
      status: 400,
      message: 'The request names its host twice. Send one Host header.',
    };
  if (!isExpecting) return null;
  const message = 'The request expects what no server offers. Send no Expect header.';
  return { refusal: 'unknown_expectation', status: 417, message };
}

/** How often a request names its host. Node takes the first and drops the rest. */
function hostsIn({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
}

/** Serves a request so many milliseconds from now, unless its connection has closed by then. */
function serveAfter(ms: number, response: ServerResponse, clock: Clock, serve: () => void): void {
  if (ms === 0) serve();
  else response.once('close', clock.after(ms, serve));
}

function refuseFor(response: ServerResponse, ms: number): void {
  const seconds = Math.ceil(ms / 1_000);
  const message = `Too many requests from this address. Try again in ${seconds} s.`;
  refuse(response, 429, 'rate_limited', message, { 'Retry-After': String(seconds) });
}

function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    Connection: 'close',
    ...headers,
  });
  response.end(JSON.stringify({ code, message }));
}
