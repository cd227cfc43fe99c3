/**
 * A fetch whose response has an end: a provider that sends bytes for ever, without a line among them, would fill the memory of the server
 * before any time limit is over. It says nothing of how long a response may take. The key and the visitor's words go to the origin that
 * the operator named and to no other: a redirect to another origin is not followed, and comes back as the response.
 */
import { ModelProblem } from './model-problem.js';

/** In bytes. The longest answers, with their reasoning, have a tenth of it. */
export const MOST_BYTES = 16 * 2 ** 20;

/** Frameworks add or remove a slash this way. */
const MOST_REDIRECTS = 5;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
/** The others turn a POST into a GET, which answers nothing. */
const KEEPS_METHOD: readonly number[] = [307, 308];

export const boundedFetch: typeof fetch = async (input, init) => {
  let url = new URL(input instanceof Request ? input.url : input);
  for (let left = MOST_REDIRECTS; ; left--) {
    const response = await fetch(url, { ...init, redirect: 'manual' });
    const next = left > 0 ? nextOf(response, url, init?.method ?? 'GET') : null;
    if (next === null) return bounded(response);
    await response.body?.cancel();
    url = next;
  }
};

/** Where a redirect leads that may be followed, or null. */
function nextOf({ status, headers }: Response, from: URL, method: string): URL | null {
  const to = headers.get('location');
  if (to === null || !(method === 'GET' ? REDIRECTS : KEEPS_METHOD).includes(status)) return null;
  const next = URL.canParse(to, from.href) ? new URL(to, from) : null;
  return next?.origin === from.origin ? next : null;
}

/** The same response; its body fails with a ModelProblem beyond the limit. */
function bounded(response: Response): Response {
  if (!response.body) return response;
  let left = MOST_BYTES;
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        left -= piece.length;
        if (left < 0) throw new ModelProblem('failed', response.status);
        controller.enqueue(piece);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
