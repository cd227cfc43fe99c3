/** The port to a site that is read page by page. What was found and read is stored by the caller, so that a visit can go on elsewhere. */
import type { PageAddress } from './page-address.js';

export interface SiteSettings {
  /** Where the site is entered: https, without a port. */
  readonly startUrl: string;
  /** Requests for pages, those that fail among them. */
  readonly maxPages: number;
  /** Patterns of path and query, `*` for any characters. None: every page. The start page is always read, for its links. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export interface FoundPage extends PageAddress {
  /** Why it will not be read, in words; null: it can be. */
  readonly skip: string | null;
}

export interface Found {
  readonly found: readonly FoundPage[];
  /** There were more than one place may name. */
  readonly hasMore: boolean;
}

export type VisitBeginning =
  | ({
      readonly ok: true;
      /** Sitemaps that could not be read. */
      readonly unread: readonly (PageAddress & { readonly reason: string })[];
    } & Found)
  /** Nothing of the site may be read now. */
  | { readonly ok: false; readonly problem: string };

export interface KnownPage extends PageAddress {
  /** Of the last reading, where the content was stored. */
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface ReadPage extends Found {
  readonly kind: 'read';
  readonly title: string;
  readonly passages: number;
  /** What of it could not be used; null: all is well. */
  readonly problem: string | null;
  /** UTF-8 with a byte order mark. */
  readonly content: Uint8Array;
  /** The same for pages that say the same. */
  readonly textHash: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** `at`: the address that answered, which redirects or the page itself may name. Each page has one. */
export type PageOutcome = { readonly at: PageAddress } & (
  | ReadPage
  | { readonly kind: 'unchanged' }
  | ({ readonly kind: 'skipped'; readonly reason: string } & Found)
  /** `isPassing`: what was read before stays. */
  | { readonly kind: 'failed'; readonly reason: string; readonly isPassing: boolean }
  /** The visit's limits are used up: nothing more is read by it. */
  | { readonly kind: 'over'; readonly reason: string }
);

export interface SiteVisit {
  /** Reads `robots.txt` and the sitemaps. The start page is the first of what is found. */
  begin(signal: AbortSignal): Promise<VisitBeginning>;
  /** Never rejects but when aborted. */
  read(page: KnownPage, signal: AbortSignal): Promise<PageOutcome>;
  /** Where a page leads that has not changed. */
  linksIn(page: PageAddress, content: Uint8Array): Promise<Found>;
}

export interface DocumentReading {
  readonly title: string;
  readonly passages: number;
  readonly textHash: string;
  readonly problem: string | null;
}

/** What the workspace's sources are read by. All parsing is done in a thread of its own. */
export interface SourceReader {
  visit(site: SiteSettings): SiteVisit;
  /** `name`: its ending names the format. Null: it has no text. Never rejects. */
  readDocument(
    name: string,
    bytes: Uint8Array,
    about: string,
  ): Promise<({ readonly ok: true } & DocumentReading) | { readonly ok: false; readonly problem: string }>;
  close(): Promise<void>;
}
