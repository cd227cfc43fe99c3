/**
 * Reads texts of a site whose address a member named: pages to learn from, a sitemap, what a setup wizard inspects. Each address is
 * judged as a destination, those of redirects like the first one; pages, bytes and time of the whole visit are bounded, and
 * only texts are returned. What is refused counts as well.
 */
import { type Destination, DestinationError, parseDestination } from './destination.js';
import { internet, type Network, sendPinned } from './pinned-request.js';

/** What may be read, by media type. HTML is never parsed as XML. */
const TEXT_KINDS: Readonly<Record<string, TextKind>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/plain': 'plain',
  'text/markdown': 'plain',
  'text/xml': 'xml',
  'application/xml': 'xml',
  'application/atom+xml': 'xml',
  'application/rss+xml': 'xml',
  'application/json': 'json',
};
export type TextKind = 'html' | 'plain' | 'xml' | 'json';

/** Of one visit; a redirect is a page of its own. */
export interface VisitLimits {
  readonly pages: number;
  /** Of all bodies together. */
  readonly bytes: number;
  readonly durationMs: number;
  /** Of one body. */
  readonly pageBytes: number;
  /** From the first look-up of an address to the last byte behind its last redirect. */
  readonly pageMs: number;
  readonly redirects: number;
}

/** One page of a site with its redirects. Honest pages have a tenth of it; the largest of the web's thousand most read has 3 MB. */
export const ONE_PAGE: VisitLimits = {
  pages: 6,
  bytes: 4_194_304,
  durationMs: 20_000,
  pageBytes: 4_194_304,
  pageMs: 20_000,
  redirects: 5,
};

export interface SiteText {
  /** The address that answered, behind the redirects. */
  readonly address: string;
  readonly kind: TextKind;
  readonly text: string;
  /** The header Content-Security-Policy: several policies have a comma between them. */
  readonly policy?: string | undefined;
  /** By which a later visit can ask whether it has changed. */
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

/** Of an earlier reading of the same address. */
export type Validators = Pick<SiteText, 'etag' | 'lastModified'>;

export interface ReadOptions {
  /** Default: every kind. */
  readonly kinds?: readonly TextKind[];
  /** Whether a redirect may be followed, beyond being a destination: a crawl stays on its host. Default: always. */
  readonly mayFollow?: (next: Destination) => boolean;
  readonly signal?: AbortSignal;
}

export interface SiteReader {
  /** @throws {DestinationError} `destination_limit` when the visit is over. */
  read(address: string, options?: ReadOptions): Promise<SiteText>;
  /** Null: the site says that it has not changed since. @throws like `read` */
  readAgain(address: string, since: Validators, options?: ReadOptions): Promise<SiteText | null>;
}

const UTF8_MARK = Buffer.from('\uFEFF');
/** Longer ones are not remembered. */
const VALIDATOR_LENGTH = 200;

/** One visit: its limits are for all that is read by it, also at the same time. `now`: milliseconds that never go back. */
export function createSiteReader(limits: VisitLimits, now: () => number, network: Network = internet): SiteReader {
  const visitEnd = now() + limits.durationMs;
  let pages = limits.pages;
  let bytes = limits.bytes;

  /** Takes a page and its most bytes from the visit, and gives back what was not read. */
  const get = async (at: Destination, pageEnd: number, since: Validators, { kinds, signal }: ReadOptions) => {
    const mostBytes = Math.min(limits.pageBytes, bytes);
    const deadlineMs = Math.min(pageEnd, visitEnd) - now();
    if (pages === 0 || mostBytes === 0 || visitEnd <= now()) throw new DestinationError('destination_limit');
    if (deadlineMs <= 0) throw new DestinationError('destination_timeout');
    pages -= 1;
    bytes -= mostBytes;
    let readBytes = 0;
    try {
      const headers = {
        Accept: Object.keys(TEXT_KINDS).join(', '),
        'User-Agent': 'service-chat',
        ...(since.etag !== undefined && { 'If-None-Match': since.etag }),
        ...(since.lastModified !== undefined && { 'If-Modified-Since': since.lastModified }),
      };
      const answer = await sendPinned(
        at,
        {
          ...{ method: 'GET', headers, deadlineMs, mostBytes, isRedirectReturned: true },
          isWanted: (type) => kindOf(type, kinds) !== null,
          ...(signal && { signal }),
        },
        network,
      );
      readBytes = answer.body.length;
      return answer;
    } catch (error) {
      if (error instanceof DestinationError && error.code === 'destination_too_large') readBytes = mostBytes;
      throw error;
    } finally {
      bytes += mostBytes - readBytes;
    }
  };

  const readAgain: SiteReader['readAgain'] = async (address, since, options = {}) => {
    const { kinds, mayFollow = () => true } = options;
    const pageEnd = now() + limits.pageMs;
    let at = destinationAt(address);
    for (let followed = 0; ; followed++) {
      const { status, type, location, headers, body } = await get(at, pageEnd, since, options);
      if (location !== null) {
        const next = destinationAt(location, at);
        if (followed === limits.redirects || !mayFollow(next))
          throw new DestinationError('destination_redirect', status);
        at = next;
        continue;
      }
      const isAsked = since.etag !== undefined || since.lastModified !== undefined;
      if (status === 304 && isAsked) return null;
      if (status < 200 || status > 299)
        throw new DestinationError('destination_status', status, waitIn(headers['retry-after']));
      const policy = headers['content-security-policy'] as string | undefined;
      const text = { address: `${at.origin}${at.path}`, policy, ...textIn(body, type, kinds) };
      return { ...text, etag: remembered(headers.etag), lastModified: remembered(headers['last-modified']) };
    }
  };
  return {
    readAgain,
    // Without validators nothing is unchanged.
    read: async (address, options) => (await readAgain(address, {}, options)) as SiteText,
  };
}

const remembered = (validator: string | undefined): string | undefined =>
  validator !== undefined && validator.length <= VALIDATOR_LENGTH ? validator : undefined;

function destinationAt(address: string, from?: Destination): Destination {
  const base = from && `${from.origin}${from.path}`;
  // What a redirect names may be relative and have a fragment; the first address may not.
  const whole = base === undefined ? address : URL.canParse(address, base) ? withoutHash(new URL(address, base)) : '';
  const read = parseDestination(whole);
  if (!read.ok) throw new DestinationError(read.code);
  return read.destination;
}

function withoutHash(url: URL): string {
  url.hash = '';
  return url.href;
}

/** Seconds, or a date, as the header allows; in milliseconds. */
function waitIn(value: string | undefined): number | null {
  if (value === undefined) return null;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

/** Null: it is no text, or none of these kinds. */
function kindOf(type: string, kinds: readonly TextKind[] | undefined): TextKind | null {
  const media = (type.toLowerCase().split(';')[0] as string).trim();
  const kind = Object.hasOwn(TEXT_KINDS, media) ? (TEXT_KINDS[media] as TextKind) : null;
  return kind !== null && (kinds?.includes(kind) ?? true) ? kind : null;
}

function textIn(body: Buffer, type: string, kinds: readonly TextKind[] | undefined): { kind: TextKind; text: string } {
  const kind = kindOf(type, kinds);
  if (kind === null) throw new DestinationError('destination_type');
  const parameters = type.toLowerCase().split(';').slice(1);
  // A byte order mark counts for more than what is declared.
  const isMarked = body.subarray(0, 3).equals(UTF8_MARK);
  const charset = /^\s*charset\s*=\s*"?([a-z0-9_-]{1,32})"?\s*$/.exec(
    parameters.find((each) => each.includes('charset')) ?? '',
  )?.[1];
  const text = decoded(body, isMarked ? 'utf-8' : (charset ?? (kind === 'html' ? declaredIn(body) : null) ?? 'utf-8'));
  // A document type is where entities are declared: they read files, open connections and unfold into gigabytes.
  if (text.includes('\u0000') || (kind === 'xml' && /<!(?:DOCTYPE|ENTITY)/i.test(text)))
    throw new DestinationError('destination_answer');
  return { kind, text };
}

/** The encoding that a page declares itself, where its type names none. */
const declaredIn = (body: Buffer): string | null =>
  /<meta[^>]{1,200}charset=["']?([\w-]{1,32})/i.exec(body.subarray(0, 2_048).toString('latin1'))?.[1] ?? null;

function decoded(body: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    throw new DestinationError('destination_answer');
  }
}
