/**
 * While the chat covers the page, the page must not scroll behind it; afterwards the page's own style is back exactly as
 * it was, down to a missing `style` attribute. Counted, so that two chats on one page can't restore each other's lock.
 */
interface Lock {
  holders: number;
  readonly value: string;
  readonly priority: string;
  readonly hadStyle: boolean;
}

let lock: Lock | null = null;

/** Stops the page from scrolling. Returns the release; calling it twice is harmless. */
export function lockScroll(root: HTMLElement): () => void {
  const { style } = root;
  if (!lock) {
    lock = {
      holders: 0,
      value: style.getPropertyValue('overflow'),
      priority: style.getPropertyPriority('overflow'),
      hadStyle: root.hasAttribute('style'),
    };
    style.setProperty('overflow', 'hidden', 'important');
  }
  const current = lock;
  current.holders++;
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    if (--current.holders > 0) return;
    lock = null;
    // Something else on the page has changed it meanwhile (the lock of a dialog), and will restore it.
    if (style.getPropertyValue('overflow') !== 'hidden' || !style.getPropertyPriority('overflow')) return;
    if (current.value) style.setProperty('overflow', current.value, current.priority);
    else style.removeProperty('overflow');
    if (!current.hadStyle && !root.getAttribute('style')) root.removeAttribute('style');
  };
}

/**
 * Stops the page from scrolling while `frame` covers it. A page can remove the frame with its parent
 * element, without notice: then the lock ends by itself, or the page could not scroll any more. Returns the release.
 */
export function lockScrollWhileCovered(frame: HTMLElement): () => void {
  const root = frame.ownerDocument.documentElement;
  const unlock = lockScroll(root);
  const watcher = new MutationObserver(() => {
    if (!frame.isConnected) release();
  });
  const release = (): void => {
    watcher.disconnect();
    unlock();
  };
  watcher.observe(root, { childList: true, subtree: true });
  return release;
}
