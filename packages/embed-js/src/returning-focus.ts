/**
 * Whoever leaves the chat with the keyboard lands where they were before. The element that had the focus right before
 * the frame took it is remembered; it gets the focus back only while the frame still has it, so that the page never
 * loses a focus it has moved itself.
 */
export interface ReturningFocus {
  /** Gives the focus back without scrolling the page. */
  giveBack(): void;
  stop(): void;
}

export function rememberFocus(frame: HTMLElement): ReturningFocus {
  const page = frame.ownerDocument;
  let before: HTMLElement | null = null;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  const left = (event: FocusEvent): void => {
    const element = event.target as HTMLElement;
    // Where the focus goes is known only after the event: a frame is never named as its related target.
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      if (page.activeElement === frame) before = element;
    });
  };
  page.addEventListener('focusout', left, true);

  return {
    giveBack() {
      // With nothing to go back to, the launcher in the frame keeps it: a page without focus starts over at its top.
      if (page.activeElement !== frame || !before?.isConnected) return;
      frame.blur();
      before.focus({ preventScroll: true });
      before = null;
    },
    stop() {
      clearTimeout(waiting);
      page.removeEventListener('focusout', left, true);
    },
  };
}
