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
  /** Removes the listeners, and restores the attributes. */
  stop(): void;
}

/**
 * `given`: the button or its id. An id is looked for whenever the page changes, because pages add and replace their buttons at
 * any time.
 */
export function createOpener(given: Element | string, { onNear, onToggle }: OpenerCalls): Opener {
  let button: Element | null = null;
  let expanded = 'false';
  let leave = (): void => undefined;

  const use = (found: Element | null): void => {
    if (found === button) return;
    leave();
    button = found;
    if (!found) return;
    const listeners = new AbortController();
    const on = (name: string, run: (event: Event) => void): void => found.addEventListener(name, run, listeners);
    const before = ['aria-haspopup', 'aria-expanded'].map((name) => [name, found.getAttribute(name)] as const);
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
    leave = () => {
      listeners.abort();
      for (const [name, value] of before)
        if (value === null) found.removeAttribute(name);
        else found.setAttribute(name, value);
    };
  };
  const find = (): void => use(typeof given === 'string' ? document.getElementById(given) : given);
  const observer = new MutationObserver(find);
  if (typeof given === 'string') observer.observe(document, { childList: true, subtree: true });
  find();

  return {
    setOpen(open) {
      expanded = String(open);
      button?.setAttribute('aria-expanded', expanded);
    },
    focus: () => (button as HTMLElement | null)?.focus({ preventScroll: true }),
    stop() {
      observer.disconnect();
      use(null);
    },
  };
}
