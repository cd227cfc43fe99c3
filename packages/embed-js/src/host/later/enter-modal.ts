/** Brings an open chat before a modal dialog or a full screen of the page's, and back when that has ended. */
import { MODAL_ERRORS, type WidgetEvents } from '@service/protocol';

/** What makes the rest of a page unusable, or covers it. `:is` ignores what an older browser doesn't know. */
const MODAL = ':is(:modal,:fullscreen)';

/** Moves an element without reloading it. Unknown to TypeScript and to some browsers. */
type Movable = ParentNode & Partial<Record<'moveBefore', (node: Node, child: Node | null) => void>>;

/** Puts a frame that was removed into its place, where it begins anew. */
export type PutBack = (place: () => void) => void;

/** Where a frame belongs that is in a modal dialog or a full screen. */
const homes = new WeakMap<HTMLIFrameElement, Movable>();

/** Calls `run` when the visitor can use the frame, `onError` where that is not possible. `frame`: false where it is known already. */
export function enterModal(
  frame: HTMLIFrameElement | false,
  run: () => void,
  onError: (error: WidgetEvents['error']) => void,
  putBack: PutBack,
): void {
  if (frame && moveBeforeModal(frame, putBack)) run();
  else onError({ code: 'modal_in_the_way', message: MODAL_ERRORS.modal_in_the_way });
}

/**
 * Outside of the topmost modal dialog or full screen everything is inert, the top layer included, so the frame has to move into it.
 * Returns false where a browser would reload the frame, or where nothing in the element is shown.
 */
function moveBeforeModal(frame: HTMLIFrameElement, putBack: PutBack): boolean {
  const top = topmostModal();
  const home = homes.get(frame) ?? frame.parentNode;
  if (!top || !home || top.contains(frame)) return true;
  if (!frame.showPopover || !move(frame, top)) return false;
  homes.set(frame, home);
  const goHome = (): void => {
    frame.removeAttribute('popover');
    homes.delete(frame);
    if (!home.isConnected) return;
    // Removed with what it was in, or unable to move: it begins anew.
    if (!frame.isConnected || !move(frame, home)) putBack(() => home.append(frame));
  };
  // An element that is moved or cuts what it has must not move and cut the panel.
  frame.popover = 'manual';
  frame.showPopover();
  const isShown = frame.getClientRects().length > 0;
  if (!isShown) goHome();
  else
    whenOver(top, frame, () => {
      goHome();
      // There may be one below, in which the visitor is then.
      if (frame.isConnected) moveBeforeModal(frame, putBack);
    });
  return isShown;
}

/** Without reloading it; false where that is not possible. */
function move(frame: HTMLIFrameElement, to: Movable): boolean {
  frame.removeAttribute('popover');
  try {
    to.moveBefore?.(frame, null);
  } catch {
    // Into another document, or out of one that is not shown.
  }
  return frame.parentNode === to;
}

/**
 * Runs `run` when the dialog or full screen is closed, or removed, with the frame in it; never when the frame has left it. Not by the
 * event `close`, which a page that takes the attribute away does not get.
 */
function whenOver(top: Element, frame: HTMLIFrameElement, run: () => void): void {
  const ended = new AbortController();
  const observer = new MutationObserver(() => check());
  const check = (): void => {
    const isIn = top.contains(frame);
    if (isIn && top.isConnected && (top.matches(':fullscreen') || (top as Partial<HTMLDialogElement>).open)) return;
    observer.disconnect();
    ended.abort();
    if (isIn) run();
  };
  for (let node: Element | undefined = top; node; node = (node.getRootNode() as Partial<ShadowRoot>).host)
    observer.observe(node.getRootNode(), { childList: true, subtree: true, attributeFilter: ['open'] });
  document.addEventListener('fullscreenchange', check, ended);
}

/** What is hit belongs to the topmost one: the backdrop of a modal dialog covers the window. */
function topmostModal(): Element | null {
  for (const [x, y] of [
    [innerWidth / 2, innerHeight / 2],
    [1, 1],
  ] as const) {
    for (let element = elementAt(x, y); element; element = parentOf(element))
      if (element.matches(MODAL)) return element;
  }
  return [...document.querySelectorAll(MODAL)].at(-1) ?? null;
}

/** Also in open shadow roots. */
function elementAt(x: number, y: number): Element | null {
  let found = document.elementFromPoint(x, y);
  for (;;) {
    const inner = found?.shadowRoot?.elementFromPoint(x, y);
    if (!inner || inner === found) return found;
    found = inner;
  }
}

/** As the page is drawn: of what is in a slot, the slot. */
const parentOf = (element: Element): Element | null =>
  element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as ShadowRoot).host ?? null;
