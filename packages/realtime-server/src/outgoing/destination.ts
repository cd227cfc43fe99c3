/**
 * Strict parsing of an outside address that came as data, and the errors of outgoing requests. A destination is an https
 * origin on the standard port. Names are resolved and checked elsewhere; a host that is an address is checked here.
 */
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.js';

/** Why nothing came of a request; the sentences are for the operator, and never say which address a name led to. */
export const DESTINATION_PROBLEMS = {
  destination_invalid:
    'The address must be "https://name/path": no other scheme, no port but 443, no user, no "#", at most 2,048 characters.',
  destination_not_public:
    'The address does not lead to the public internet. Use a name that resolves to public addresses only.',
  destination_unresolved: 'The name could not be resolved. Check its spelling and its DNS.',
  destination_unreachable: 'No connection could be made. Check that the service runs and can be reached from outside.',
  destination_outcome_unknown:
    'The connection ended after the request was sent, so it may have been carried out. It is not repeated: look for its id in the log of the service.',
  destination_tls:
    'The certificate does not prove the name. Install one for exactly this host, from a public authority.',
  destination_redirect: 'The service answered with a redirect, which is never followed. Give the final address.',
  destination_timeout: 'The service did not finish within the time. Answer faster.',
  destination_too_large: 'The answer is too large. Answer with less.',
  destination_encoding: 'The answer is compressed. Answer without Content-Encoding.',
  destination_type: 'The answer is not a text that can be read. Answer with HTML, XML, JSON or plain text.',
  destination_limit: 'As many pages, bytes or seconds as one visit may take were used. Name fewer pages.',
  destination_status: 'The service answered with an error status.',
  destination_answer: 'The answer could not be read. Compare it with the documentation.',
} as const;

export type DestinationProblem = keyof typeof DESTINATION_PROBLEMS;

/** `status` of the answer, when it came that far; `retryAfterMs`: how long it asks to wait. */
export class DestinationError extends Error {
  override readonly name = 'DestinationError';
  constructor(
    readonly code: DestinationProblem,
    readonly status: number | null = null,
    readonly retryAfterMs: number | null = null,
  ) {
    super(status === null ? DESTINATION_PROBLEMS[code] : `${DESTINATION_PROBLEMS[code]} (${status})`);
  }
}

export interface Destination {
  /** As the certificate must name it, in lower case; never an address in brackets. */
  readonly host: string;
  /** Path and query, as sent. */
  readonly path: string;
  readonly origin: string;
}

export type DestinationReading =
  | { readonly ok: true; readonly destination: Destination }
  | { readonly ok: false; readonly code: 'destination_invalid' | 'destination_not_public' };

const LENGTH = 2_048;
/** Names that only mean something inside of a network, whatever a resolver there would say. */
const INSIDE = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa|test|invalid)$/;

/** Uses the WHATWG parser, so that every spelling of an address is recognized. */
export function parseDestination(written: unknown): DestinationReading {
  const wrong = (code: 'destination_invalid' | 'destination_not_public'): DestinationReading => ({ ok: false, code });
  // The parser would drop tabs and line ends, turn backslashes and repair a missing slash: then two readers see two hosts.
  if (
    typeof written !== 'string' ||
    written.length > LENGTH ||
    !/^https:\/\/[^\s\\/?#]/i.test(written) ||
    /[\s\\]/.test(written)
  )
    return wrong('destination_invalid');
  if (!URL.canParse(written)) return wrong('destination_invalid');
  const url = new URL(written);
  if (url.protocol !== 'https:' || url.port !== '' || url.username || url.password || written.includes('#'))
    return wrong('destination_invalid');
  // An empty user ("https://@host") leaves no trace in the parsed form.
  if (written.slice('https://'.length).split(/[/?]/)[0]?.includes('@')) return wrong('destination_invalid');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const named = host.replace(/\.$/, '');
  if (isIP(host) ? !isPublicAddress(host) : INSIDE.test(named) || !named.includes('.'))
    return wrong('destination_not_public');
  if (named !== host) return wrong('destination_invalid');
  return { ok: true, destination: { host, path: `${url.pathname}${url.search}`, origin: url.origin } };
}
