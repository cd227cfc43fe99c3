/**
 * Returns the focus of a keyboard user who leaves the chat to the page's element that had it last. Only while the frame
 * has the focus, so that the page never loses a focus it has moved itself.
 */
export interface FocusTracker {
  /** Gives the focus back without scrolling the page. */
  restore(): void;
  stop(): void;
}

export function trackFocus(frame: HTMLElement): FocusTracker {
  const page = frame.ownerDocument;
  let before: HTMLElement | null = null;
  // Who got it instead can't be asked here: a frame in a process of its own is named as the active element some time after
  // the element before it was left, how long after depends on how busy the machine is.
  const left = ({ target }: FocusEvent): void => {
    if (target !== frame) before = target as HTMLElement;
  };
  page.addEventListener('focusout', left, true);

  return {
    restore() {
      // With nothing to go back to, the launcher in the frame keeps it: a page without focus starts over at its top.
      if (page.activeElement !== frame || !before?.isConnected) return;
      frame.blur();
      before.focus({ preventScroll: true });
      before = null;
    },
    stop() {
      page.removeEventListener('focusout', left, true);
    },
  };
}
