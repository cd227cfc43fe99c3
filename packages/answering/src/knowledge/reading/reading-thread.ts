/** The thread that reads files, pages and sitemaps. It may be ended at any moment, so it has no state and writes nothing. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { truncate } from '@service/protocol';
import { type Article, Unreadable } from './article.js';
import { readArticle } from './read-article.js';
import { type PageLinks, readLinks, readSitemap, type Sitemap } from './site/read-links.js';

export type ReadingRequest = FileRequest | PageRequest | SitemapRequest;

/** An article, from a file or from bytes that the caller has. */
export interface FileRequest {
  readonly kind: 'article';
  /** Its ending names the format. */
  readonly file: string;
  readonly content: { readonly path: string } | { readonly bytes: Uint8Array };
  readonly about: string;
}

/** A page of a site: as an article, if it can be read as one, and where it leads. */
export interface PageRequest {
  readonly kind: 'page';
  readonly html: string;
  readonly about: string;
}

export interface SitemapRequest {
  readonly kind: 'sitemap';
  readonly xml: string;
}

/** The problem goes after the file's name. */
export type Reading =
  | { readonly ok: true; readonly article: Article }
  | { readonly ok: false; readonly problem: string };

export interface PageReading {
  readonly links: PageLinks;
  readonly article: Reading;
  /** Of all that visitors could be shown: two pages with the same hash are one page at two addresses. */
  readonly textHash: string;
}

/** What comes of each kind of request, when it could be read at all. */
export interface Readings {
  readonly article: { readonly ok: true; readonly article: Article };
  readonly page: { readonly ok: true; readonly page: PageReading };
  readonly sitemap: { readonly ok: true; readonly sitemap: Sitemap };
}

export type Outcome<Kind extends keyof Readings> = Readings[Kind] | Extract<Reading, { readonly ok: false }>;

parentPort?.on('message', async (request: ReadingRequest) => {
  parentPort?.postMessage(await read(request).catch(problemOf));
});

/** Not through a link that has taken the file's place since it was found. */
const FLAG = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);
const PAGE = 'page.html';

function read(request: ReadingRequest): Promise<Outcome<keyof Readings>> {
  switch (request.kind) {
    case 'article':
      return readFileAs(request);
    case 'page':
      return readPage(request);
    case 'sitemap':
      return readSitemapIn(request);
  }
}

async function readFileAs({ file, content, about }: FileRequest): Promise<Readings['article']> {
  const bytes = 'bytes' in content ? content.bytes : await readFile(content.path, { flag: FLAG });
  return { ok: true, article: await readArticle(file, bytes, about) };
}

const readSitemapIn = async ({ xml }: SitemapRequest): Promise<Readings['sitemap']> => ({
  ok: true,
  sitemap: readSitemap(xml),
});

async function readPage({ html, about }: PageRequest): Promise<Readings['page']> {
  const links = readLinks(html);
  const article: Reading = await readArticle(PAGE, new TextEncoder().encode(`\uFEFF${html}`), about).then(
    (read) => ({ ok: true, article: read }),
    problemOf,
  );
  const shown = article.ok ? [article.article.title, article.article.passages] : article.problem;
  const textHash = createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
  return { ok: true, page: { links, article, textHash } };
}

function problemOf(error: unknown): Extract<Reading, { readonly ok: false }> {
  const { message } = error as Error;
  return { ok: false, problem: error instanceof Unreadable ? message : `can't be read (${truncate(message, 200)})` };
}
