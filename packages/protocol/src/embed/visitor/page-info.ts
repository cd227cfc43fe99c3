import { isRecord } from '../../frames/is-record.js';
import { PAGE_LIMITS } from '../../limits.js';
import { truncate } from '../../message-parts/text/truncate.js';

/** Where the visitor is, as their page reports it. A claim, like `UserContext`: any script on the page can change it. */
export interface PageInfo {
  /**
   * Address of the page, at most 2,048 characters. Everything from `?` or `#` on stays in the browser, unless the inbox
   * wants it (`"visitorPage": "full"`).
   */
  readonly url: string;
  /** The document's title, at most 256 characters. */
  readonly title: string;
  /** Origin of the page that led to this site. Default: none. */
  readonly referrer?: string | undefined;
  /** Language of the browser, such as `de` or `pt-BR`. Default: none. */
  readonly language?: string | undefined;
  /** Time zone of the browser, such as `Europe/Oslo`. Default: none. */
  readonly timeZone?: string | undefined;
}

/**
 * What a server takes of a page: `path` without, `full` with what follows `?` or `#` in its address. A client treats any other
 * value as `path`.
 */
export type PageDetail = 'path' | 'full';

/** Reads a page from another document: plain data with bounded sizes; what can't be used is left out. Null: no page. */
export function readPageInfo(value: unknown): PageInfo | null {
  if (!isRecord(value)) return null;
  const page: Record<string, string> = { url: '', title: '' };
  for (const [field, most] of Object.entries(PAGE_LIMITS)) {
    const text = value[field];
    // Only a title may be cut: half an address names another page.
    if (typeof text === 'string' && (field === 'title' || text.length <= most)) page[field] = truncate(text, most);
  }
  return page as unknown as PageInfo;
}
