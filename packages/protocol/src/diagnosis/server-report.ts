/**
 * What a chat server says of itself to the page that asks, as a script: a page that may load the loader may load this, from
 * the same path, whatever its policy says of connections. One "no" for an inbox that isn't there and one that is somebody
 * else's, as everywhere.
 */

export interface ServerReport {
  readonly version: string;
  /** Unix milliseconds. */
  readonly now: number;
  /** This page may show this inbox. */
  readonly allowed: boolean;
  /** The browser says that page and server are two sites, so it keeps the frame's storage apart for each page's site. */
  readonly crossSite: boolean;
}

/** The query of the question, behind the loader's own address. `once` keeps two questions apart. */
export const serverReportQuery = (inboxId: string, once: string): string =>
  `?${new URLSearchParams({ about: inboxId, once })}`;

/** Reads what the script exports, or null when it is anything else. */
export function readServerReport(data: unknown): ServerReport | null {
  const { version, now, allowed, crossSite } = Object(data);
  return typeof version === 'string' && typeof now === 'number' && typeof allowed === 'boolean'
    ? { version, now, allowed, crossSite: crossSite === true }
    : null;
}
