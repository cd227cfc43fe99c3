/**
 * One visit to a site, page by page: one request at a time with a pause between, one site only, bounded in pages, bytes and time.
 * What is fetched is parsed in the reading thread.
 */
import {
  createSiteReader,
  type Destination,
  DestinationError,
  type Network,
  type ReadOptions,
  type SiteReader,
  type SiteText,
  type VisitLimits,
} from '@service/realtime-server/outgoing';
import type { ArticleReader } from '../article-reader.js';
import type { PageReading } from '../reading-thread.js';
import { isChosen } from './address-pattern.js';
import { isOfSite, type PageAddress, pageAddress, type Site } from './page-address.js';
import type { PageLinks } from './read-links.js';
import { isPassing, isSkipped, REASONS, reasonOf } from './reasons.js';
import { mayRead, NO_ROBOTS, type Robots, readRobots } from './robots.js';
import { readSitemaps } from './sitemaps.js';
import type {
  Found,
  FoundPage,
  KnownPage,
  PageOutcome,
  SiteSettings,
  SiteVisit,
  VisitBeginning,
} from './visit-port.js';

export interface VisitTimes {
  /** Milliseconds that never go back. */
  now(): number;
  /** Rejects when aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

const MIB = 2 ** 20;
const PAGE = { pageBytes: 4 * MIB, pageMs: 20_000, redirects: 5 };
const HOUR_MS = 3_600_000;
/** Each page may have redirects, which are requests too. */
const limitsFor = ({ maxPages }: SiteSettings): VisitLimits => ({
  ...PAGE,
  pages: 2 * maxPages + 20,
  bytes: 512 * MIB,
  durationMs: 3 * HOUR_MS,
});
/** `robots.txt` and sitemaps. A reader need not read more of a `robots.txt` than half a MiB, and none of ours does. */
const ROBOTS_LIMITS: VisitLimits = { ...PAGE, pages: 6, bytes: MIB / 2, durationMs: 30_000, pageBytes: MIB / 2 };
const SITEMAP_LIMITS: VisitLimits = { ...PAGE, pages: 40, bytes: 40 * MIB, durationMs: 300_000, pageBytes: 8 * MIB };
/** Between two requests, where the site asks for no longer one. */
const PAUSE_MS = 300;
/** The same where it has asked for fewer requests. */
const LONGEST_PAUSE_MS = 5_000;
/** How often, and how long, a visit waits for a site that asks for fewer requests. The waits for one page are far shorter than a lease. */
const BUSY = { waits: 40, ofPage: 2, waitMs: 10_000, mostMs: 30_000 };

const FILE =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|css|m?js|map|json|xml|rss|zip|t?gz|rar|7z|dmg|exe|msi|apk|iso|mp[34]|m4[av]|mov|avi|webm|ogg|wav|woff2?|ttf|docx?|xlsx?|pptx?|pdf)(?:\?|$)/i;

/** @throws TypeError where the start address can be no page */
export const createSiteVisit = (
  settings: SiteSettings,
  reader: Pick<ArticleReader, 'read'>,
  times: VisitTimes,
  network?: Network,
): SiteVisit => new Visit(settings, reader, times, network);

class Visit implements SiteVisit {
  readonly #pages: SiteReader;
  readonly #start: PageAddress;
  /** Where the site is: with or without `www.` is known after the first page. */
  #site: Site;
  #robots: Robots = NO_ROBOTS;
  #isFirst = true;
  #pauseMs = PAUSE_MS;
  #waits = BUSY.waits;

  constructor(
    private readonly settings: SiteSettings,
    private readonly reader: Pick<ArticleReader, 'read'>,
    private readonly times: VisitTimes,
    private readonly network: Network | undefined,
  ) {
    this.#site = { origin: new URL(settings.startUrl).origin };
    const start = pageAddress(settings.startUrl, settings.startUrl, this.#site);
    if (!start) throw new TypeError('The start address is no page.');
    this.#start = start;
    this.#pages = this.#readerWith(limitsFor(settings));
  }

  async begin(signal: AbortSignal): Promise<VisitBeginning> {
    await this.#pause(signal);
    const mayFollow = ({ origin }: Destination): boolean => isOfSite(origin, this.#site);
    const robots = await robotsOf(this.#readerWith(ROBOTS_LIMITS), this.#site, { mayFollow, signal });
    if (typeof robots === 'string') return { ok: false, problem: robots };
    this.#robots = robots;
    const files = this.#readerWith(SITEMAP_LIMITS);
    const get = async (address: string): Promise<SiteText> => {
      await this.#pause(signal);
      return files.read(address, { kinds: ['xml', 'plain'], mayFollow, signal });
    };
    const { pages, hasMore, unread } = await readSitemaps(robots.sitemaps, this.#site, get, this.reader);
    const found = this.#pagesAmong([this.#start.address, ...pages], this.#site.origin);
    return { ok: true, found, hasMore, unread };
  }

  async read(page: KnownPage, signal: AbortSignal): Promise<PageOutcome> {
    const skip = this.#skipOf(page);
    if (skip !== null) return { at: page, kind: 'skipped', reason: skip, found: [], hasMore: false };
    await this.#pause(signal);
    const refused: Refused = { reason: null };
    let text: SiteText | null;
    try {
      const since = { etag: page.etag ?? undefined, lastModified: page.lastModified ?? undefined };
      const options = this.#following(refused, signal);
      text = await this.#unlessBusy(signal, () =>
        this.#pages.readAgain(`${this.#site.origin}${pathOf(page)}`, since, options),
      );
    } catch (error) {
      signal.throwIfAborted();
      return { at: page, ...failureOf(error, refused.reason) };
    }
    return text === null ? { at: page, kind: 'unchanged' } : this.#outcomeOf(page, text);
  }

  async linksIn({ address }: PageAddress, content: Uint8Array): Promise<Found> {
    const read = await this.#parsed(new TextDecoder().decode(content));
    return typeof read === 'string' ? { found: [], hasMore: false } : this.#linked(read.links, address);
  }

  async #outcomeOf(page: PageAddress, text: SiteText): Promise<PageOutcome> {
    this.#site = { origin: new URL(text.address).origin };
    const reached = pageAddress(text.address, text.address, this.#site) ?? page;
    const read = await this.#parsed(text.kind === 'html' ? text.text : asHtml(text.text));
    if (typeof read === 'string') return { at: reached, kind: 'failed', reason: read, isPassing: false };
    const at = this.#ownAddress(read.links, text.address, reached);
    const links = this.#linked(read.links, text.address);
    if (!isChosen(spellingsOf(at), this.settings)) return { at, kind: 'skipped', reason: REASONS.notChosen, ...links };
    const { article } = read;
    if (!article.ok) {
      const reason = /no text/.test(article.problem) ? REASONS.noText : `It ${article.problem}.`;
      return { at, kind: 'skipped', reason, ...links };
    }
    const { title, passages, problems } = article.article;
    return {
      ...{ at, kind: 'read', title, passages: passages.length, textHash: read.textHash, ...links },
      problem: problems.length > 0 ? `It ${problems.join('; ')}.` : null,
      content: contentOf(text),
      etag: text.etag ?? null,
      lastModified: text.lastModified ?? null,
    };
  }

  #readerWith(limits: VisitLimits): SiteReader {
    return createSiteReader(limits, this.times.now, this.network);
  }

  async #pause(signal: AbortSignal): Promise<void> {
    if (!this.#isFirst) await this.times.pause(Math.max(this.#pauseMs, this.#robots.delayMs), signal);
    this.#isFirst = false;
  }

  /** Asks again where the site asks for fewer requests, later, and more slowly from then on. */
  async #unlessBusy<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
    for (let asked = 1; ; asked++) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof DestinationError)) throw error;
        const { status, retryAfterMs } = error;
        const isBusy = status === 429 || ((status ?? 0) >= 500 && retryAfterMs !== null);
        if (!isBusy || asked > BUSY.ofPage || this.#waits === 0) throw error;
        this.#waits -= 1;
        this.#pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * this.#pauseMs);
        await this.times.pause(Math.min(BUSY.mostMs, retryAfterMs ?? BUSY.waitMs), signal);
      }
    }
  }

  #skipOf(page: PageAddress): string | null {
    const { key } = page;
    if (!mayRead(pathOf(page), this.#robots)) return REASONS.robots;
    if (key === this.#start.key) return null;
    if (!isChosen(spellingsOf(page), this.settings)) return REASONS.notChosen;
    return FILE.test(key) ? REASONS.file : null;
  }

  #pagesAmong(written: readonly string[], base: string): readonly FoundPage[] {
    const byKey = new Map<string, FoundPage>();
    for (const each of written) {
      const page = pageAddress(each, base, this.#site);
      if (page && !byKey.has(page.key)) byKey.set(page.key, { ...page, skip: this.#skipOf(page) });
    }
    return [...byKey.values()];
  }

  #linked({ links, hasMore, base }: PageLinks, address: string): Found {
    const from = base !== null && URL.canParse(base, address) ? new URL(base, address).href : address;
    return { found: this.#pagesAmong(links, from), hasMore };
  }

  async #parsed(html: string): Promise<PageReading | string> {
    const reading = await this.reader.read({ kind: 'page', html, about: '' });
    return reading.ok ? reading.page : `It ${reading.problem}.`;
  }

  /** Follows redirects within the site to what may be read, and remembers why one was not followed. */
  #following(refused: Refused, signal: AbortSignal): ReadOptions {
    return {
      kinds: ['html', 'plain'],
      signal,
      mayFollow: ({ origin, path }) => {
        const next = isOfSite(origin, this.#site) ? pageAddress(path, origin, this.#site) : null;
        refused.reason = next === null ? REASONS.otherSite : this.#skipOf(next);
        return refused.reason === null;
      },
    };
  }

  /** Many sites name their front page on each of their pages by mistake: that one is not believed. */
  #ownAddress({ canonical }: PageLinks, address: string, reached: PageAddress): PageAddress {
    const own = canonical === null ? null : pageAddress(canonical, address, this.#site);
    return own === null || own.key === '/' || this.#skipOf(own) !== null ? reached : own;
  }
}

/** Why a redirect was not followed; null: none was refused. */
interface Refused {
  reason: string | null;
}

const pathOf = ({ address }: PageAddress): string => {
  const { pathname, search } = new URL(address);
  return `${pathname}${search}`;
};

/** With and without a slash at its end, as it is written. */
const spellingsOf = (page: PageAddress): readonly string[] => [page.key, pathOf(page)];

/** As a page: its words are the same, and it leads nowhere. */
const asHtml = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${paragraph.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</p>`)
    .join('\n');

const contentOf = ({ kind, text }: SiteText): Uint8Array =>
  new TextEncoder().encode(`\uFEFF${kind === 'html' ? text : asHtml(text)}`);

function failureOf(error: unknown, refused: string | null) {
  if (!(error instanceof DestinationError))
    return { kind: 'failed', reason: `It can’t be read (${(error as Error).message}).`, isPassing: true } as const;
  if (error.code === 'destination_redirect' && refused !== null)
    return { kind: 'skipped', reason: refused, found: [], hasMore: false } as const;
  if (error.code === 'destination_limit') return { kind: 'over', reason: REASONS.limit } as const;
  const reason = reasonOf(error);
  return isSkipped(error)
    ? ({ kind: 'skipped', reason, found: [], hasMore: false } as const)
    : ({ kind: 'failed', reason, isPassing: isPassing(error) } as const);
}

/** As text: why nothing may be read. A site without the file allows everything; one that can't answer now, nothing. */
async function robotsOf(reader: SiteReader, { origin }: Site, options: ReadOptions): Promise<Robots | string> {
  const address = `${origin}/robots.txt`;
  try {
    return readRobots((await reader.read(address, { ...options, kinds: ['plain'] })).text);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!(error instanceof DestinationError)) throw error;
    const { code, status } = error;
    // Many sites answer every address with their front page; others send their rules with the type of a page.
    if (code === 'destination_type')
      return reader.read(address, options).then(({ text }) => readRobots(text), noRobots(options));
    if (code === 'destination_redirect') return NO_ROBOTS;
    if (code === 'destination_status' && status !== null && status >= 400 && status < 500 && status !== 429)
      return NO_ROBOTS;
    if (code === 'destination_too_large' || code === 'destination_limit')
      return 'The site’s robots.txt is larger than 512 KiB, so what it allows is not known. Make it shorter, and refresh.';
    return `The site’s robots.txt could not be read, so what it allows is not known. ${reasonOf(error)}`;
  }
}

const noRobots =
  ({ signal }: ReadOptions) =>
  (error: unknown): Robots => {
    signal?.throwIfAborted();
    if (!(error instanceof DestinationError)) throw error;
    return NO_ROBOTS;
  };
