/**
 * A fetch whose response has an end: a provider that sends bytes for ever, without a line among them, would fill the memory of the server
 * before any time limit is over. It says nothing of how long a response may take.
 */
import { ModelProblem } from './model-problem.js';

/** In bytes. The longest answers, with their reasoning, have a tenth of it. */
export const MOST_BYTES = 16 * 2 ** 20;

export const boundedFetch: typeof fetch = async (input, init) => bounded(await fetch(input, init));

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
