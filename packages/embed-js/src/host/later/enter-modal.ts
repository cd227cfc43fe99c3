/** Brings an open chat before a modal dialog or a full screen of the page's, and back when that has ended. */
import { MODAL_ERRORS, type WidgetEvents } from '@service/protocol';

/** What makes the rest of a page unusable, or covers it. `:is` ignores what an older browser doesn't know. */
const MODAL = ':is(:modal,:fullscreen)';

/** Moves an element without reloading it. Unknown to TypeScript and to some browsers. */
type Movable = ParentNode & Partial<Record<'moveBefore', (node: Node, child: Node | null) => void>>;

/** Calls `run` when the visitor can use the frame, `onError` where that is not possible. `frame`: false where it is known already. */
export function enterModal(
  frame: HTMLIFrameElement | false,
  run: () => void,
  onError: (error: WidgetEvents['error']) => void,
): void {
  if (frame && moveBeforeModal(frame)) run();
  else onError({ code: 'modal_in_the_way', message: MODAL_ERRORS.modal_in_the_way });
}

/**
 * Outside of the topmost modal dialog or full screen everything is inert, the top layer included, so the frame has to move into it.
 * Returns false where a browser would reload the frame, or where nothing in the element is shown.
 */
function moveBeforeModal(frame: HTMLIFrameElement): boolean {
  const top = topmostModal();
  const home = frame.parentNode as Movable | null;
  if (!top || !home || top.contains(frame)) return true;
  const { moveBefore } = top as Movable;
  if (!moveBefore || !frame.showPopover) return false;
  const leave = (): void => {
    frame.removeAttribute('popover');
    if (frame.parentNode === top && home.isConnected) home.moveBefore?.(frame, null);
  };
  frame.removeAttribute('popover');
  moveBefore.call(top, frame, null);
  // An element that is moved or cuts what it has must not move and cut the panel.
  frame.popover = 'manual';
  frame.showPopover();
  const isShown = frame.getClientRects().length > 0;
  if (!isShown) leave();
  else if (top instanceof HTMLDialogElement) whenClosed(top, leave);
  else whenLeft(leave);
  return isShown;
}

/** Not by its event `close`, which a page that takes the attribute away does not get. */
function whenClosed(dialog: HTMLDialogElement, run: () => void): void {
  const observer = new MutationObserver(() => {
    if (dialog.open) return;
    observer.disconnect();
    run();
  });
  observer.observe(dialog, { attributes: true, attributeFilter: ['open'] });
}

function whenLeft(run: () => void): void {
  const ended = new AbortController();
  const check = (): void => {
    // It is also heard of when a full screen begins.
    if (document.fullscreenElement) return;
    ended.abort();
    run();
  };
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
