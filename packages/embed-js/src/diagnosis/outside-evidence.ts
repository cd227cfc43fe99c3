/** What `npm run diagnose` has observed of a page, before anything is concluded from it. */
import type { Finding } from './finding.js';

export interface OutsideEvidence {
  readonly page: string;
  /** Null when the page itself could not be read. */
  readonly status: number | null;
  /** The TLS error of the page's certificate, and of the chat server's. */
  readonly pageCertificate: string | null;
  readonly certificate: string | null;
  /** Origin of the chat server, when anything on the page names it. */
  readonly chat: string | null;
  /** The page has no frame of the chat, and talks to the server itself. */
  readonly customUi: boolean;
  readonly origin: string;
  /** Address of the chat's script; null when the page names none. */
  readonly script: string | null;
  readonly scriptLoaded: boolean;
  /** The browser did not run it, because its bytes are not those of its integrity attribute. */
  readonly changed: boolean;
  readonly inboxId: string | null;
  /** `other`: something else answers there. Null when it could not be asked. */
  readonly health: { readonly state: 'ok' | 'down' | 'other' | 'certificate'; readonly reason?: string } | null;
  /** True when the server lets this page show this inbox; null when it could not be asked. */
  readonly frameAllowed: boolean | null;
  /** What the operator's own folder says, when it is given. */
  readonly inbox: { readonly known: boolean; readonly allowedOrigins: readonly string[] } | null;
  readonly violations: readonly { readonly directive: string; readonly blocked: string }[];
  /** Codes of the widget's own `error` events. */
  readonly errors: readonly string[];
  readonly ready: boolean;
  /** What the chat on the page found. */
  readonly inPage: readonly Finding[];
  /** True when a real browser opened the page; without one, only headers and files were read. */
  readonly browser: boolean;
}

/** Whether the page's policy blocked something of the chat under one of the directives. */
export const isBlocked = ({ violations }: OutsideEvidence, ...directives: readonly string[]): boolean =>
  violations.some(({ directive }) => directives.includes(directive));
