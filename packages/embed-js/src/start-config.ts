/**
 * From what a page passed to `init` to what the chat starts with, or to the reasons why it does not start. Never throws:
 * a getter that does, a proxy, a function where a text belongs, all end as an error with the field's name.
 */
import { type FrameConfig, type PageErrorCode, readConfig } from '@service/protocol';

export interface StartConfig {
  readonly frame: FrameConfig;
  readonly baseUrl: string;
  /** Id of the element to mount in; null: the body. */
  readonly containerId: string | null;
}

export interface StartProblem {
  readonly code: PageErrorCode;
  readonly message: string;
}

export interface StartResult {
  /** Null when the chat can't start. */
  readonly config: StartConfig | null;
  readonly problems: readonly StartProblem[];
}

/**
 * `pageOrigin` is the page's real origin (`window.origin`), which is `null` in a sandboxed frame even when the address
 * looks fine. `defaultBaseUrl` is where the script came from, null when it is not known.
 */
export function readStartConfig(input: unknown, pageOrigin: string, defaultBaseUrl: string | null): StartResult {
  const problems: StartProblem[] = [];
  const problem = (code: PageErrorCode, message = ''): StartResult => {
    problems.push({ code, message });
    return { config: null, problems };
  };

  if (!/^https?:/.test(pageOrigin)) return problem('unsupported_origin');
  const read = readConfig(input);
  for (const { message } of read.problems) problem('config_invalid', message);
  if (!read.ok) return { config: null, problems };

  const baseUrl = read.baseUrl ?? defaultBaseUrl;
  if (!baseUrl) return problem('base_url_missing');
  if (baseUrl === pageOrigin) return problem('insecure_self_host');
  return { config: { frame: read.frame, baseUrl, containerId: read.containerId }, problems };
}

/** True when both say the same: plain data, compared by value, whatever the order of the keys. */
export function sameConfig(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameConfig(a[key as keyof typeof a], b[key as keyof typeof b]))
  );
}
