/** What a website says of its business: what a setup can begin with, each with the place where it was found. */
import { ONE_PAGE, type SiteReader, type VisitLimits } from '@service/realtime-server/outgoing';
import { type Tag, tagsIn } from './html-tags.js';

/** The page with its redirects, robots.txt, and a sitemap. */
export const INSPECTION: VisitLimits = { ...ONE_PAGE, pages: 12, durationMs: 25_000 };

export interface Found {
  readonly value: string;
  /** In words. */
  readonly foundIn: string;
}

export interface Inspection {
  /** The address that answered. */
  readonly address: string;
  readonly title: Found | null;
  readonly language: Found | null;
  readonly colour: Found | null;
  readonly logo: Found | null;
  readonly timeZone: Found | null;
  readonly sitemap: Found | null;
}

/** @throws {DestinationError} when the page can't be read */
export async function inspectWebsite(url: string, reader: SiteReader): Promise<Inspection> {
  const { address, text } = await reader.read(url, { kinds: ['html'] });
  const tags = tagsIn(text, ['html', 'title', 'meta', 'link']);
  const language = languageOf(tags);
  return {
    address,
    title: titleOf(tags),
    language,
    colour: colourOf(tags),
    logo: logoOf(tags, address),
    timeZone: timeZoneOf(address, language),
    sitemap: await sitemapOf(address, reader),
  };
}

const found = (value: string | undefined, foundIn: string): Found | null =>
  value === undefined || value === '' ? null : { value: value.slice(0, 2_000), foundIn };

const metaOf = (tags: readonly Tag[], name: string): string | undefined =>
  tags.find(({ attributes }) => (attributes.name ?? attributes.property)?.toLowerCase() === name)?.attributes.content;

const first = (...candidates: readonly (Found | null)[]): Found | null =>
  candidates.find((each) => each !== null) ?? null;

const titleOf = (tags: readonly Tag[]): Found | null =>
  first(
    found(metaOf(tags, 'og:site_name'), '<meta property="og:site_name">'),
    found(metaOf(tags, 'application-name'), '<meta name="application-name">'),
    found(tags.find(({ name }) => name === 'title')?.text, '<title>'),
  );

function languageOf(tags: readonly Tag[]): Found | null {
  const written = first(
    found(tags.find(({ name }) => name === 'html')?.attributes.lang, '<html lang>'),
    found(metaOf(tags, 'og:locale')?.replace('_', '-'), '<meta property="og:locale">'),
  );
  try {
    const tag = written && Intl.getCanonicalLocales(written.value)[0];
    return tag ? { ...written, value: tag } : null;
  } catch {
    return null;
  }
}

function colourOf(tags: readonly Tag[]): Found | null {
  const written = first(
    found(metaOf(tags, 'theme-color'), '<meta name="theme-color">'),
    found(metaOf(tags, 'msapplication-tilecolor'), '<meta name="msapplication-TileColor">'),
  );
  return written && /^[#a-z0-9(),.%\s-]{1,64}$/i.test(written.value) ? written : null;
}

/** The largest that is a picture of the business, and not of one of its pages. */
function logoOf(tags: readonly Tag[], address: string): Found | null {
  const links = tags.filter(({ name }) => name === 'link');
  const linked = (rel: string): Found | null =>
    found(
      links.find(({ attributes }) => attributes.rel?.toLowerCase().split(/\s+/).includes(rel))?.attributes.href,
      `<link rel="${rel}">`,
    );
  const logo = first(
    linked('apple-touch-icon'),
    linked('icon'),
    found(metaOf(tags, 'og:image'), '<meta property="og:image">'),
  );
  if (logo === null || !URL.canParse(logo.value, address)) return null;
  const { href, protocol } = new URL(logo.value, address);
  return protocol === 'https:' && href.length <= 2_048 ? { ...logo, value: href } : null;
}

/** Where a country has one time zone alone. */
function timeZoneOf(address: string, language: Found | null): Found | null {
  const ending = new URL(address).hostname.split('.').at(-1) ?? '';
  const region = language === null ? undefined : new Intl.Locale(language.value).region;
  return first(
    found(onlyZoneOf(ending === 'uk' ? 'gb' : ending), `the address, which ends in .${ending}`),
    found(region && onlyZoneOf(region), language?.foundIn ?? ''),
  );
}

function onlyZoneOf(region: string): string | undefined {
  if (!/^[a-z]{2}$/i.test(region)) return undefined;
  const locale = new Intl.Locale('und', { region: region.toUpperCase() }) as Intl.Locale & {
    readonly getTimeZones?: () => readonly string[] | undefined;
    readonly timeZones?: readonly string[];
  };
  const zones = locale.getTimeZones?.() ?? locale.timeZones ?? [];
  return zones.length === 1 ? zones[0] : undefined;
}

async function sitemapOf(address: string, reader: SiteReader): Promise<Found | null> {
  const robots = new URL('/robots.txt', address).href;
  const named = await reader.read(robots, { kinds: ['plain'] }).then(
    ({ text }) => /^sitemap:\s*(\S{1,2048})/im.exec(text)?.[1],
    () => undefined,
  );
  if (named !== undefined && URL.canParse(named)) return { value: named, foundIn: 'robots.txt' };
  const usual = new URL('/sitemap.xml', address).href;
  return reader.read(usual, { kinds: ['xml'] }).then(
    () => ({ value: usual, foundIn: 'its usual address' }),
    () => null,
  );
}
