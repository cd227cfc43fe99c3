import { failure } from '../../contract/errors.js';

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** The request changes nothing. */
export const isRead = ({ method }: Request): boolean => READS.has(method);

/** A page of the console has sent it. A request without an origin is not from a page. */
export const isOwnOrigin = (request: Request, publicUrl: string): boolean =>
  request.headers.get('origin') === new URL(publicUrl).origin;

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The request names us. A page whose name was pointed at our address names itself. */
export function isOwnHost(request: Request, publicUrl: string): boolean {
  const named = request.headers.get('host') ?? new URL(request.url).host;
  const [own, asked] = [new URL(publicUrl).hostname, named.replace(/:\d+$/, '').toLowerCase()];
  return asked === own || (LOOPBACK.has(own) && LOOPBACK.has(asked));
}

/**
 * A browser sends the cookie with every request to us, no matter who wrote the page. So a change needs our own origin. A program without
 * a cookie sends no origin, and needs none.
 * @throws FORBIDDEN
 */
export function checkOrigin(request: Request, publicUrl: string): void {
  if (isOwnOrigin(request, publicUrl)) return;
  if (request.headers.has('origin'))
    throw failure('FORBIDDEN', `Changes come from ${publicUrl} alone. Set PUBLIC_URL to the address of the console.`);
  if (request.headers.has('cookie'))
    throw failure('FORBIDDEN', 'A request with a cookie needs an Origin. Send it from the console.');
}
