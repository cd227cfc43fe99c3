import type { IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Clock } from '../../runtime/clock.js';
import { HTTP_LIMITS } from '../../runtime/limits.js';

type NodeRequestEnv = { Bindings: { readonly incoming?: IncomingMessage } };

/**
 * Refuses bodies over `most.bytes` with 413 `too_large`, and cuts off one that takes longer than `most.ms`. To be used behind
 * the check of who asks: a body without a length is gathered here. `isFile`: the route takes a file, and limits it itself.
 */
export function limitBody(
  clock: Clock,
  isFile: (path: string) => boolean,
  most: { readonly bytes: number; readonly ms: number } = { bytes: HTTP_LIMITS.jsonBytes, ms: HTTP_LIMITS.jsonMs },
): MiddlewareHandler<NodeRequestEnv> {
  const limited = bodyLimit({
    maxSize: most.bytes,
    onError: (c) =>
      c.json({ code: 'too_large', message: `Send at most ${Math.floor(most.bytes / 1_024)} KiB of JSON.` }, 413),
  });
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD' || isFile(c.req.path)) return next();
    const incoming = c.env?.incoming;
    if (incoming && !incoming.complete) {
      const cancel = clock.after(most.ms, () => incoming.complete || incoming.socket.destroy());
      incoming.once('close', cancel);
    }
    return limited(c, next);
  };
}
