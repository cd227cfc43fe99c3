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
  // The new active element isn't known here: a frame in another process becomes the active element some time after the
  // previous element lost the focus.
  const onFocusOut = ({ target }: FocusEvent): void => {
    if (target !== frame) before = target as HTMLElement;
  };
  page.addEventListener('focusout', onFocusOut, true);

  return {
    restore() {
      // Without a previous element the launcher in the frame keeps the focus: otherwise Tab would start at the top of the page.
      if (page.activeElement !== frame || !before?.isConnected) return;
      frame.blur();
      before.focus({ preventScroll: true });
      before = null;
    },
    stop() {
      page.removeEventListener('focusout', onFocusOut, true);
    },
  };
}
