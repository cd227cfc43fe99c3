/**
 * What can go wrong with a provider's model. Only the kind and the HTTP status are recorded: what a provider writes into
 * its errors (keys, addresses, pieces of the prompt) belongs neither into a log nor before a visitor.
 */

export type ProblemKind =
  /** Too many requests, or too much to do. */
  | 'busy'
  /** Not reachable, or it failed. */
  | 'down'
  /** It does not take our key. */
  | 'key'
  /** It takes the key, but not the request: an unknown model, a dialogue that is too long. */
  | 'request'
  /** It answers with a redirect to another origin, which is not followed. */
  | 'moved'
  | 'timeout'
  /** It had begun and did not end well; it may have done something on the way. */
  | 'failed'
  /** What came back can't be read. */
  | 'garbled';

const RETRYABLE: readonly ProblemKind[] = ['busy', 'down', 'garbled'];

export class ModelProblem extends Error {
  override readonly name = 'ModelProblem';
  constructor(
    readonly kind: ProblemKind,
    readonly status: number | null = null,
    /** How long the provider asks to wait, in milliseconds. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(`${MEANING[kind]}${status === null ? '' : ` (HTTP ${status})`}`);
  }

  get retryable(): boolean {
    return RETRYABLE.includes(this.kind);
  }
}

/** Written for the operator who reads the log. */
const MEANING: Readonly<Record<ProblemKind, string>> = {
  busy: 'The model’s provider is busy, or the account’s limit is reached.',
  down: 'The model’s provider does not answer, or fails.',
  key: 'The model’s provider does not accept the key. Check the provider’s key variable.',
  request: 'The model’s provider refuses the request. Check the name of the model in MODEL.',
  moved:
    'The model’s provider answers with a redirect, which would carry the key elsewhere. Name the final address in OPENAI_BASE_URL, AGENT_URL, or whichever names the provider.',
  timeout: 'The model’s provider was silent, or wrote, for too long.',
  failed: 'The agent failed after it had begun.',
  garbled: 'The model’s provider sent something that can’t be read.',
};

/** The problem that an HTTP status means; `retryAfter` is the header's value. */
export function problemOfStatus(status: number, retryAfter: string | null, now: number): ModelProblem {
  const wait = retryAfterMs(retryAfter, now);
  if (status === 429 || status === 503 || status === 529) return new ModelProblem('busy', status, wait);
  if (status >= 500 || status === 408 || status === 409) return new ModelProblem('down', status, wait);
  if (status === 401 || status === 403) return new ModelProblem('key', status);
  if (status >= 300 && status < 400) return new ModelProblem('moved', status);
  return new ModelProblem('request', status);
}

/** Seconds, or a date, as the header allows. */
function retryAfterMs(value: string | null, now: number): number | null {
  if (value === null) return null;
  const ms = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
