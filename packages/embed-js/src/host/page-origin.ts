/**
 * The page's origin, `null` where it has none, as in a sandboxed frame whose address looks fine. `origin` itself is the page's to replace:
 * `var origin = 'Oslo'`. Undefined on a server.
 */
export const pageOrigin = (): string => (globalThis.origin === 'null' ? 'null' : globalThis.location?.origin);
