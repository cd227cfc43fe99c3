/**
 * Where a visitor is, as far as it is anybody's business: behind `?` and `#` of an address stand reset links, e-mail addresses
 * and what somebody searched for. Cut by the client, so that it never leaves the browser, and by the server, because a client
 * need not be ours.
 */
export const pageAddress = (url: string): string => url.replace(/[?#].*/s, '');
