/** What a page and a sitemap name: addresses, as they are written. Must run in the reading thread. */
import { type Handler, Parser, type ParserOptions } from 'htmlparser2';

/** The time of the parser grows with the square of the depth. No page for people is as deep. */
const DEEPEST = 400;

class TooDeep extends Error {
  override readonly name = 'TooDeep';
}

/** Parses until the end, or until it is nested too deep. @returns whether the end was reached */
function parse(source: string, handler: Partial<Handler>, options: ParserOptions = {}): boolean {
  let depth = 0;
  const parser = new Parser(
    {
      ...handler,
      onopentagname(name) {
        depth += 1;
        if (depth > DEEPEST) throw new TooDeep();
        handler.onopentagname?.(name);
      },
      onclosetag(name, isImplied) {
        depth -= 1;
        handler.onclosetag?.(name, isImplied);
      },
    },
    options,
  );
  try {
    parser.end(source);
    return true;
  } catch (error) {
    if (error instanceof TooDeep) return false;
    throw error;
  }
}

export interface PageLinks {
  /** Of `<a>` and `<area>`, each once. */
  readonly links: readonly string[];
  /** There were more, or the page is nested too deep to be read to its end. */
  readonly hasMore: boolean;
  /** What relative addresses start from, where the page has a `<base>`. */
  readonly base: string | null;
  /** The address that the page calls its own. */
  readonly canonical: string | null;
}

/** No page for people has as many. */
const MOST_LINKS = 2_000;

export function readLinks(html: string): PageLinks {
  const links = new Set<string>();
  let hasMore = false;
  let base: string | null = null;
  let canonical: string | null = null;
  const isWhole = parse(html, {
    onopentag(name, { href, rel }) {
      if (href === undefined) return;
      if (name === 'base') base ??= href;
      if (name === 'link' && rel?.toLowerCase() === 'canonical') canonical ??= href;
      if (name !== 'a' && name !== 'area') return;
      if (links.size < MOST_LINKS) links.add(href.trim());
      else hasMore ||= !links.has(href.trim());
    },
  });
  return { links: [...links], hasMore: hasMore || !isWhole, base, canonical };
}

export interface Sitemap {
  readonly pages: readonly string[];
  readonly sitemaps: readonly string[];
  readonly hasMore: boolean;
}

const MOST_PAGES = 5_000;
const MOST_SITEMAPS = 50;
const ADDRESS_LENGTH = 2_048;

/** A file without addresses gives none; entities other than those of XML itself are left as they are. */
export function readSitemap(xml: string): Sitemap {
  const pages: string[] = [];
  const sitemaps: string[] = [];
  let hasMore = false;
  let inside: 'url' | 'sitemap' | null = null;
  let address: string | null = null;
  const isWhole = parse(
    xml,
    {
      onopentagname(name) {
        if (name === 'url' || name === 'sitemap') inside = name;
        if (name === 'loc' && inside !== null) address = '';
      },
      ontext(text) {
        if (address !== null && address.length <= ADDRESS_LENGTH) address += text;
      },
      onclosetag(name) {
        if (name === 'url' || name === 'sitemap') inside = null;
        if (name !== 'loc' || address === null) return;
        const list = inside === 'sitemap' ? sitemaps : pages;
        if (list.length < (inside === 'sitemap' ? MOST_SITEMAPS : MOST_PAGES)) list.push(address.trim());
        else hasMore = true;
        address = null;
      },
    },
    { xmlMode: true },
  );
  return { pages, sitemaps, hasMore: hasMore || !isWhole };
}
