/** One request to the inbox API. Never throws: a failure is a value that says whether a retry makes sense. */
export type ApiResult<T> =
  | { readonly ok: true; readonly value: T }
  /** `unreachable`: no answer from the server, so the same request may succeed later. */
  | { readonly ok: false; readonly reason: 'unauthorized' | 'refused' | 'unreachable'; readonly message: string };

/** `unreachable` is the sentence for a request without an answer. */
export async function request<T>(path: string, init: RequestInit, unreachable: string): Promise<ApiResult<T>> {
  const failed = { ok: false, reason: 'unreachable', message: unreachable } as const;
  try {
    const response = await fetch(`/api/desk${path}`, init);
    if (response.status === 204) return { ok: true, value: undefined as T };
    const body = (await response.json()) as T & { message?: string };
    if (response.ok) return { ok: true, value: body };
    if (response.status >= 500) return failed;
    return {
      ok: false,
      reason: response.status === 401 ? 'unauthorized' : 'refused',
      message: body.message ?? unreachable,
    };
  } catch {
    return failed;
  }
}

export const json = (body: object): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});
