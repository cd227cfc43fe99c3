/** One request to the workspace. */

export type Answer = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string };

export interface Sending {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export type Send = (sending: Sending) => Promise<Answer>;

const PATIENCE_MS = 60_000;
/** With a file, which may come over a slow line: longer than the workspace takes it in. */
const FILE_PATIENCE_MS = 240_000;
/** Bytes. No call without a file is larger. */
const LARGE = 262_144;
const MOST_BYTES = 8 * 1_048_576;

/** Never rejects. A redirect is refused: it would carry the key to another address. */
export async function send({ method, url, headers, body }: Sending): Promise<Answer> {
  const sent = body === undefined ? null : JSON.stringify(body);
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...(sent !== null && { 'Content-Type': 'application/json' }) },
      ...(sent !== null && { body: sent }),
      redirect: 'error',
      signal: AbortSignal.timeout((sent?.length ?? 0) > LARGE ? FILE_PATIENCE_MS : PATIENCE_MS),
    });
    const text = await readBounded(response);
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    // A page of a proxy is no help to an agent.
    const problem = isJson && text !== '' ? text : `The server answered with status ${response.status}.`;
    if (!response.ok) return { ok: false, problem };
    return { ok: true, value: isJson ? JSON.parse(text) : text };
  } catch (error) {
    return { ok: false, problem: `The workspace at ${new URL(url).origin} can’t be reached: ${reasonOf(error)}` };
  }
}

async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error('its answer is larger than 8 MiB. Ask for less at once.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as { message: string; cause?: { message?: string } };
  return cause?.message ?? message;
}
