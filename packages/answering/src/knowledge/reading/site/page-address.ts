/**
 * The addresses of one site, so that each page has one: without its fragment, with parameters in order and without those that only
 * count visitors, alike with and without `www.`, a slash at the end or `http:`.
 */

/** A page of the site. */
export interface PageAddress {
  /** The same for all spellings: path and query. */
  readonly key: string;
  /** Where it is read. */
  readonly address: string;
}

/** `origin`: where the site is read, such as `https://www.example.com`. */
export interface Site {
  readonly origin: string;
}

const LENGTH = 2_048;
const MOST_PARAMETERS = 20;
const TRACKING =
  /^(?:utm_[a-z_]+|[dg]clid|[gw]braid|fbclid|msclkid|yclid|igshid|srsltid|mc_[ce]id|_hs(?:enc|mi)|_g[al]|vero_id|oly_(?:anon|enc)_id|ref_src)$/i;

const nameOf = (host: string): string => host.replace(/^www\./, '');

/** One site is one name, with and without `www.`. */
export const isOfSite = (origin: string, { origin: own }: Site): boolean =>
  URL.canParse(origin) && nameOf(new URL(origin).host) === nameOf(new URL(own).host);

/**
 * Where a link leads; null when it is no page of this site.
 * @param written as the page has it; it may be relative
 * @param base the address of the page
 */
export function pageAddress(written: string, base: string, site: Site): PageAddress | null {
  if (written.length > LENGTH || !URL.canParse(written, base)) return null;
  const url = new URL(written, base);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  if (url.username || url.password || url.port || !isOfSite(url.origin, site)) return null;
  const path = samePercents(url.pathname).replace(/\/{2,}/g, '/');
  const query = queryOf(url.searchParams);
  if (path.length + query.length > LENGTH - site.origin.length) return null;
  const key = (path.endsWith('/') && path !== '/' ? path.slice(0, -1) : path) + query;
  return { key, address: `${site.origin}${path}${query}` };
}

function queryOf(parameters: URLSearchParams): string {
  const own = [...parameters].filter(([name]) => !TRACKING.test(name)).slice(0, MOST_PARAMETERS);
  if (own.length === 0) return '';
  const sorted = new URLSearchParams(own);
  sorted.sort();
  return `?${sorted}`;
}

/** `%7e` and `~` are one address. */
const samePercents = (path: string): string =>
  path.replace(/%([0-9a-f]{2})/gi, (written, hex: string) => {
    const letter = String.fromCharCode(Number.parseInt(hex, 16));
    return /[A-Za-z0-9._~-]/.test(letter) ? letter : written.toUpperCase();
  });
