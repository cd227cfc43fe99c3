import type { FollowElement } from './opener.js';

/** What an opener sets. */
const ATTRIBUTES = ['aria-haspopup', 'aria-expanded'];

/** `given`: the button or its id. An id is looked for whenever the page changes, because pages add and replace their buttons at any time. */
export const followElement =
  (given: Element | string): FollowElement =>
  (use) => {
    let button: Element | null = null;
    let restore = (): void => undefined;
    const find = (): void => {
      const found = typeof given === 'string' ? document.getElementById(given) : given;
      if (found === button) return;
      restore();
      button = found;
      const before = ATTRIBUTES.map((name) => [name, found?.getAttribute(name) ?? null] as const);
      restore = () => {
        for (const [name, value] of before)
          if (value === null) found?.removeAttribute(name);
          else found?.setAttribute(name, value);
      };
      use(found);
    };
    const observer = new MutationObserver(find);
    if (typeof given === 'string') observer.observe(document, { childList: true, subtree: true });
    find();
    return () => {
      observer.disconnect();
      use(null);
      restore();
    };
  };
