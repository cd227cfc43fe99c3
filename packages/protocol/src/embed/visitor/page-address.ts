/**
 * The address of a page without `?` and `#`, which may hold reset links, e-mail addresses and search terms. The client cuts it,
 * so that it never leaves the browser, and so does the server, because a client need not be ours.
 */
export const pageAddress = (url: string): string => url.replace(/[?#].*/s, '');
