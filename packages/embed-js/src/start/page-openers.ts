/**
 * What opens the chat beside its launcher, without a script of the page's: a click on any element with `data-service-open` or on a
 * link to `#chat`, and `#chat` at the end of the page's address. Neither sends anything.
 */
const HASH = '#chat';
const MARK = '[data-service-open]';

/** Calls back at each, and at once where the address says it. `byVisitor`: they have just clicked. Returns the end. */
export function followPageOpeners(onOpen: (byVisitor?: boolean) => void): () => void {
  const following = new AbortController();
  const open = (): void => onOpen(navigator.userActivation?.isActive);
  const onHash = (): void => {
    if (location.hash === HASH) open();
  };
  const onClick = (event: Event): void => {
    // In open shadow roots too.
    const isOpener = (node: EventTarget): boolean =>
      (node as Partial<Element>).matches?.(`${MARK},a[href="${HASH}"]`) ?? false;
    if (!event.composedPath().some(isOpener)) return;
    // What the link would do without this script.
    event.preventDefault();
    open();
  };
  addEventListener('click', onClick, following);
  addEventListener('hashchange', onHash, following);
  onHash();
  return () => following.abort();
}

/** True-like where the page has such an element, or such an address, now. */
export const hasPageOpener = (): unknown => document.querySelector(MARK) || location.hash === HASH;
