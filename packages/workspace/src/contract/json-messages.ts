/** Requests and answers of JSON, read and written beside a library that has them too. */

/** A text of the JSON object that the message holds; null: it holds none of this name. The message can be read again. */
export async function textIn(message: Request | Response, name: string): Promise<string | null> {
  const body: unknown = await message
    .clone()
    .json()
    .catch(() => null);
  const value = (body as Record<string, unknown> | null)?.[name];
  return typeof value === 'string' ? value : null;
}

export const isJson = ({ headers }: Response): boolean => headers.get('content-type')?.includes('json') ?? false;

/** The answer with another body; its status and headers, with the cookie, stay. */
export function withJson({ status, headers: given }: Response, body: unknown): Response {
  const headers = new Headers(given);
  headers.delete('content-length');
  return new Response(JSON.stringify(body), { status, headers });
}
