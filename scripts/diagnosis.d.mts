export interface Evidence {
  readonly page: string;
  /** Null when the page itself could not be read. */
  readonly status: number | null;
  readonly origin: string;
  /** Where the chat's script is said to come from; null when the page names none. */
  readonly script: string | null;
  readonly scriptLoaded: boolean;
  readonly inboxId: string | null;
  /** Null when it could not be asked. */
  readonly serviceHealthy: boolean | null;
  /** True when the server lets this page show this inbox; null when it could not be asked. */
  readonly frameAllowed: boolean | null;
  /** What the operator's own folder says, when it is at hand. */
  readonly inbox: { readonly known: boolean; readonly allowedOrigins: readonly string[] } | null;
  readonly violations: readonly { readonly directive: string; readonly blocked: string }[];
  /** Codes of the widget's own `error` events. */
  readonly errors: readonly string[];
  readonly ready: boolean;
  /** True when a real browser looked; without one, only headers and files can be judged. */
  readonly browser: boolean;
}
export interface Finding {
  readonly code: string;
  readonly words: string;
}
export function diagnose(evidence: Evidence): readonly Finding[];
export function policyAllows(policy: string | null, directive: string, address: string): boolean;
