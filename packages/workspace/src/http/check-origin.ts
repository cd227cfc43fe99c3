import { failure } from '../contract/errors.js';

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** The request changes nothing. */
export const isRead = ({ method }: Request): boolean => READS.has(method);

/**
 * A browser sends the cookie with every request to us, no matter who wrote the page. So a change needs our own origin. A program without
 * a cookie sends no origin, and needs none.
 * @throws FORBIDDEN
 */
export function checkOrigin(request: Request, publicUrl: string): void {
  const origin = request.headers.get('origin');
  if (origin !== null && origin !== new URL(publicUrl).origin)
    throw failure('FORBIDDEN', `Changes come from ${publicUrl} alone. Set PUBLIC_URL to the address of the console.`);
  if (origin === null && request.headers.has('cookie'))
    throw failure('FORBIDDEN', 'A request with a cookie needs an Origin. Send it from the console.');
}
