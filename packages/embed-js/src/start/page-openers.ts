/**
 * What opens the chat beside its launcher, without a script of the page's: a click on any element with `data-service-open` or on a
 * link to `#chat`, and `#chat` at the end of the page's address. Neither sends anything.
 */
const HASH = '#chat';
const OPENER = `[data-service-open],a[href="${HASH}"]`;

export interface PageOpenerOptions {
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly makeFrame: () => void;
  /** Runs the call now, or when there is a controller. */
  readonly call: (
    call: (controller: { command(command: { readonly t: 'open' }, byVisitor?: boolean): unknown }) => unknown,
  ) => void;
}

/** Opens the chat at each, and at once where the address says it. */
export function followPageOpeners({ signal, makeFrame, call }: PageOpenerOptions): void {
  const open = (): void => {
    // Who has just clicked gets the focus.
    const byVisitor = navigator.userActivation?.isActive;
    call((controller) => controller.command({ t: 'open' }, byVisitor));
    makeFrame();
  };
  const onHash = (): void => {
    if (location.hash === HASH) open();
  };
  const onClick = (event: Event): void => {
    // In open shadow roots too.
    const isOpener = (node: EventTarget): boolean => (node as Partial<Element>).matches?.(OPENER) ?? false;
    if (!event.composedPath().some(isOpener)) return;
    // What the link would do without this script.
    event.preventDefault();
    open();
  };
  addEventListener('click', onClick, { signal });
  addEventListener('hashchange', onHash, { signal });
  onHash();
}
