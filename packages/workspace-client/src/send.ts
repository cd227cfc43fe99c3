/** One request to the workspace. Never throws: a failure is a value that says what to do next. */
export interface WorkspaceError {
  /** One of the table of errors, or `UNREACHABLE`: no answer came, and the same request may succeed later. */
  readonly code: string;
  readonly message: string;
  /** What is wrong with the input, one entry for each field. */
  readonly issues?: readonly { readonly message: string; readonly path: string }[];
  readonly data?: {
    readonly reason?: string;
    readonly version?: number;
    /** Of a change that came too late: what was changed before it. */
    readonly fields?: readonly string[];
    /** What publishing would lose. */
    readonly losses?: readonly { readonly question: string; readonly why: 'lost' | 'failed' }[];
    readonly retryAfterSeconds?: number;
  };
}

export type WorkspaceResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: WorkspaceError };

const UNREACHABLE: WorkspaceError = { code: 'UNREACHABLE', message: 'The server can’t be reached. Try again.' };

/** `fetchIt`: as the platform's own. */
export async function send<T>(
  fetchIt: typeof fetch,
  address: string,
  init: RequestInit = {},
): Promise<WorkspaceResult<T>> {
  try {
    const response = await fetchIt(address, init);
    const body: unknown = response.status === 204 ? null : await response.json();
    if (response.ok) return { ok: true, value: body as T };
    const { code, message } = (body ?? {}) as Partial<WorkspaceError>;
    if (typeof message !== 'string') return { ok: false, error: UNREACHABLE };
    return { ok: false, error: { ...(body as WorkspaceError), code: code ?? 'UNKNOWN', message } };
  } catch {
    return { ok: false, error: UNREACHABLE };
  }
}

export const json = (body: object): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});
