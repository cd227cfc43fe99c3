/** The button that opens the chat: the launcher's own, or one of the page's. */

/** Shared by the listeners of each button that is used. */
export interface OpenerCalls {
  /** For a pointer, a finger or the focus on the button. */
  readonly onNear: () => void;
  readonly onToggle: (byKeyboard: boolean) => void;
}

export interface Opener {
  setOpen(open: boolean): void;
  focus(): void;
  /** Removes the listeners. */
  stop(): void;
}

/** Passes on the page's button, or null, whenever it is another one, and restores the attributes that are set below. Returns the stop. */
export type FollowElement = (use: (found: Element | null) => void) => () => void;

export function createOpener(given: Element | FollowElement, { onNear, onToggle }: OpenerCalls): Opener {
  let button: Element | null = null;
  let expanded = 'false';
  let leave = (): void => undefined;

  const use = (found: Element | null): void => {
    leave();
    button = found;
    if (!found) return;
    const listeners = new AbortController();
    const on = (name: string, run: (event: Event) => void): void => found.addEventListener(name, run, listeners);
    found.setAttribute('aria-haspopup', 'dialog');
    found.setAttribute('aria-expanded', expanded);
    // A finger enters, too.
    on('pointerenter', onNear);
    on('focusin', onNear);
    on('click', (event) => {
      // The page's may be a link to another way to write.
      event.preventDefault();
      onToggle((event as MouseEvent).detail === 0);
    });
    on('keydown', (event) => {
      if ((event as KeyboardEvent).key === 'Escape' && expanded === 'true') onToggle(true);
    });
    leave = () => listeners.abort();
  };
  const stopFollowing = typeof given === 'function' ? given(use) : use(given);

  return {
    setOpen(open) {
      expanded = String(open);
      button?.setAttribute('aria-expanded', expanded);
    },
    focus: () => (button as HTMLElement | null)?.focus({ preventScroll: true }),
    stop() {
      stopFollowing?.();
      use(null);
    },
  };
}
