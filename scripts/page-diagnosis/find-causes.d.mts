import type { Finding } from '@service/protocol';

export interface Evidence {
  readonly page: string;
  /** Null when the page itself could not be read. */
  readonly status: number | null;
  /** What is wrong with the page's certificate, and with the chat server's, in the words of TLS. */
  readonly pageCertificate: string | null;
  readonly certificate: string | null;
  /** Origin of the chat server, when anything on the page tells it. */
  readonly chat: string | null;
  /** The page has no frame of ours, and talks to the server itself. */
  readonly ownScreen: boolean;
  readonly origin: string;
  /** Where the chat's script is said to come from; null when the page names none. */
  readonly script: string | null;
  readonly scriptLoaded: boolean;
  /** The browser did not run it, because its bytes are not what the tag says. */
  readonly changed: boolean;
  readonly inboxId: string | null;
  /** `other`: something else answers there. Null when it could not be asked. */
  readonly health: { readonly state: 'ok' | 'down' | 'other' | 'certificate'; readonly reason?: string } | null;
  /** True when the server lets this page show this inbox; null when it could not be asked. */
  readonly frameAllowed: boolean | null;
  /** What the operator's own folder says, when it is at hand. */
  readonly inbox: { readonly known: boolean; readonly allowedOrigins: readonly string[] } | null;
  readonly violations: readonly { readonly directive: string; readonly blocked: string }[];
  /** Codes of the widget's own `error` events. */
  readonly errors: readonly string[];
  readonly ready: boolean;
  /** What the chat on the page found. */
  readonly inPage: readonly Finding[];
  /** True when a real browser looked; without one, only headers and files can be judged. */
  readonly browser: boolean;
}
export function diagnose(evidence: Evidence): readonly Finding[];
export function policyAllows(policy: string | null, directive: string, address: string): boolean;
