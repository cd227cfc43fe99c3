/** The sitemaps of a site: those that `robots.txt` names, or the usual one, and those that these name. */
import { DestinationError, type SiteText } from '@service/realtime-server/outgoing';
import type { ArticleReader } from '../article-reader.js';
import { type PageAddress, pageAddress, type Site } from './page-address.js';
import { reasonOf } from './reasons.js';

const USUAL = '/sitemap.xml';
/** Files. Each may name thousands of pages. */
const MOST_FILES = 20;
const MOST_PAGES = 10_000;

export interface SitemapPages {
  /** As written, each once. */
  readonly pages: readonly string[];
  readonly hasMore: boolean;
  readonly unread: readonly (PageAddress & { readonly reason: string })[];
}

/** `named`: by `robots.txt`. `get` rejects with a DestinationError where a file can't be read, and otherwise when it was aborted. */
export async function readSitemaps(
  named: readonly string[],
  site: Site,
  get: (address: string) => Promise<SiteText>,
  reader: Pick<ArticleReader, 'read'>,
): Promise<SitemapPages> {
  const waiting = named.length > 0 ? [...named] : [USUAL];
  const seen = new Set<string>();
  const pages = new Set<string>();
  const unread: (PageAddress & { reason: string })[] = [];
  let hasMore = false;
  for (let written = waiting.shift(); written !== undefined; written = waiting.shift()) {
    const at = pageAddress(written, site.origin, site);
    // One that names itself, or an earlier one, is read once; one of another site says nothing of this one.
    if (!at || seen.has(at.key)) continue;
    if (seen.size === MOST_FILES) {
      hasMore = true;
      break;
    }
    seen.add(at.key);
    const fail = (reason: string): void => void unread.push({ ...at, reason: `This sitemap was not read. ${reason}` });
    let text: string;
    try {
      ({ text } = await get(at.address));
    } catch (error) {
      if (!(error instanceof DestinationError)) throw error;
      // No one has named it: it need not be there.
      if (named.length > 0 || !isAbsent(error)) fail(reasonOf(error));
      continue;
    }
    const reading = await reader.read({ kind: 'sitemap', xml: text });
    if (!reading.ok) {
      fail(`It ${reading.problem}.`);
      continue;
    }
    const { sitemap } = reading;
    waiting.push(...sitemap.sitemaps);
    for (const page of sitemap.pages) {
      if (pages.size < MOST_PAGES) pages.add(page);
      else hasMore = true;
    }
    hasMore ||= sitemap.hasMore;
  }
  return { pages: [...pages], hasMore, unread };
}

const isAbsent = ({ code, status }: DestinationError): boolean =>
  code === 'destination_type' || (code === 'destination_status' && status !== null && status < 500);
