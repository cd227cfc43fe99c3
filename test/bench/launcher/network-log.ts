/** What crosses the network, from the events of every document's session. */
import type { DevtoolsEvent } from './devtools.js';

export interface Request {
  readonly url: string;
  /** Unix milliseconds. */
  readonly begun: number;
  /** Unix milliseconds; infinite until it has ended. */
  ended: number;
  /** Headers and body of the answer. */
  bytes: number;
}

export interface NetworkLog {
  add(event: DevtoolsEvent): void;
  readonly requests: readonly Request[];
  /** For so many milliseconds nothing has begun or ended, and nothing is under way. */
  quietMs(): number;
}

interface Sent {
  readonly requestId: string;
  readonly request: { readonly url: string };
  /** Seconds of the browser's own clock. */
  readonly timestamp: number;
  /** The same moment in Unix seconds. */
  readonly wallTime: number;
}

interface Ended {
  readonly requestId: string;
  readonly timestamp: number;
  /** Absent: it has failed. */
  readonly encodedDataLength?: number;
}

export function createNetworkLog(): NetworkLog {
  const open = new Map<string, Request>();
  const requests: Request[] = [];
  let lastChange = performance.now();
  let unixOffset = 0;
  const isOurs = (url: string): boolean => url.startsWith('http');

  return {
    requests,
    add({ method, params }) {
      if (method === 'Network.requestWillBeSent') {
        const { requestId, request, timestamp, wallTime } = params as unknown as Sent;
        // The navigation of a frame is reported by the page and by the frame.
        if (open.has(requestId) || !isOurs(request.url)) return;
        unixOffset = wallTime - timestamp;
        const added = { url: request.url, begun: wallTime * 1_000, ended: Number.POSITIVE_INFINITY, bytes: 0 };
        open.set(requestId, added);
        requests.push(added);
      } else if (method === 'Network.loadingFinished' || method === 'Network.loadingFailed') {
        const { requestId, timestamp, encodedDataLength = 0 } = params as unknown as Ended;
        const request = open.get(requestId);
        if (!request) return;
        request.ended = (timestamp + unixOffset) * 1_000;
        request.bytes = encodedDataLength;
      } else return;
      lastChange = performance.now();
    },
    quietMs() {
      return requests.some(({ ended }) => ended === Number.POSITIVE_INFINITY) ? 0 : performance.now() - lastChange;
    },
  };
}
