import type { PageInfo } from './page-info.js';

/** Changes are reported this long after the first of them: routers change the address first and the title later. */
const SETTLE_MS = 2_000;

/**
 * Calls `onPage` with this document's page: at once, and after changes of address or title, at most every two seconds. A visitor
 * who turns to a frame of the page does not wait for that. Null: the page is hidden, so the visitor is on another one.
 * @param addressOf what of the address is reported. Default: all of it
 * @returns the way to stop
 */
export function watchPage(
  onPage: (page: PageInfo | null) => void,
  addressOf: (href: string) => string = (href) => href,
): () => void {
  const end = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reported: string | undefined;

  const report = (): void => {
    clearTimeout(timer);
    timer = undefined;
    // A hidden page may have the number of unread messages in its title, or be rendered in advance for a visit that never comes.
    const page = document.hidden ? null : currentPage(addressOf);
    const text = JSON.stringify(page);
    if (text === reported) return;
    reported = text;
    onPage(page);
  };
  const reportSoon = (): void => {
    timer ??= setTimeout(report, SETTLE_MS);
  };
  const listen = (target: EventTarget | undefined, name: string, listener: () => void): void =>
    target?.addEventListener?.(name, listener, { signal: end.signal });

  // Or a variable of the page's own.
  const { navigation } = window as { readonly navigation?: EventTarget };
  listen(navigation, 'currententrychange', reportSoon);
  listen(window, 'popstate', reportSoon);
  listen(window, 'hashchange', reportSoon);
  // The visitor turns to a frame: what they write there is about the page as it is now.
  listen(window, 'blur', report);
  // Of several pages, the visitor is on the one that was shown last.
  listen(document, 'visibilitychange', report);
  // Browsers without `navigation` report no change of the address by a script. Routers change the title with it.
  const titles = new MutationObserver(reportSoon);
  if (document.head) titles.observe(document.head, { childList: true, characterData: true, subtree: true });
  report();

  return () => {
    end.abort();
    titles.disconnect();
    clearTimeout(timer);
  };
}

function currentPage(addressOf: (href: string) => string): PageInfo {
  const { href, origin } = location;
  // An element where the page has one of that name: `<form name="title">`.
  const { title } = document;
  const from = document.referrer && new URL(document.referrer).origin;
  return {
    url: addressOf(href),
    title: typeof title === 'string' ? title : '',
    ...(from && from !== origin && { referrer: from }),
    language: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
