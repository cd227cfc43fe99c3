/** What frame and server report to the page's `diagnose()`: nothing about the visitor, no words of the conversation. */
import type { ConnectionName } from './widget-events.js';

/** The frame's answer over the bridge. */
export interface FrameReport {
  /** Version of the server that the frame came from. */
  readonly version: string;
  /** Asked without reading or writing anything. */
  readonly storage: 'kept' | 'refused';
  readonly consent: 'not-needed' | 'needed' | 'given';
  /** `idle`: nothing has needed the connection so far. */
  readonly connection: ConnectionName;
}

const CONSENTS = ['not-needed', 'needed', 'given'];
const CONNECTIONS = ['idle', 'connecting', 'connected', 'reconnecting', 'offline', 'closed'];

/** Reads what came over the bridge, or null: a frame of another version may know less. */
export function readFrameReport(data: unknown): FrameReport | null {
  const { version, storage, consent, connection } = Object(data);
  if (typeof version !== 'string' || version.length > 64) return null;
  if (storage !== 'kept' && storage !== 'refused') return null;
  if (!CONSENTS.includes(consent as string) || !CONNECTIONS.includes(connection as string)) return null;
  return { version, storage, consent, connection } as FrameReport;
}

/**
 * The server's answer, served as a script: a page that may load the loader may load this from the same path, whatever its policy says
 * about connections. An unknown inbox and an inbox of another owner get the same answer.
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
