/**
 * Moves the focus of a visitor into the panel that they open, and of a keyboard user who leaves the chat back to where it was
 * opened from. The page never loses a focus it has moved itself.
 */
export interface FocusTracker {
  /** The chat is asked to open: by a click of the visitor's, by the launcher, or by the page alone. */
  opening(by: 'visitor' | 'launcher' | 'page'): void;
  /** The panel has become visible. Answers whether its visitor has opened it, who gets the focus into it. */
  enter(): boolean;
  /** Gives the focus back without scrolling the page. Only while the frame has it. */
  restore(): void;
  stop(): void;
}

export function trackFocus(frame: HTMLElement, focusLauncher: () => void): FocusTracker {
  const page = frame.ownerDocument;
  let before: HTMLElement | null = null;
  let openedBy: Parameters<FocusTracker['opening']>[0] = 'page';
  // The new active element isn't known here: a frame in another process becomes the active element some time after the
  // previous element lost the focus.
  const onFocusOut = (event: FocusEvent): void => {
    // The element itself, also in an open shadow root such as the launcher's.
    const [target] = event.composedPath();
    if (target !== frame) before = target as HTMLElement;
  };
  page.addEventListener('focusout', onFocusOut, true);

  return {
    opening(by) {
      openedBy = by;
    },
    enter() {
      const theirs = openedBy !== 'page';
      if (theirs) frame.focus({ preventScroll: true });
      return theirs;
    },
    restore() {
      if (page.activeElement !== frame) return;
      if (openedBy === 'launcher' || !before?.isConnected) return focusLauncher();
      frame.blur();
      before.focus({ preventScroll: true });
      before = null;
    },
    stop() {
      page.removeEventListener('focusout', onFocusOut, true);
    },
  };
}
