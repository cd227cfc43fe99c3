/** Follows the page's path, also when its router changes the address without loading a page. */

/** Those of the Navigation API and, where there is none, of the window. */
const EVENTS = ['currententrychange', 'popstate', 'click', 'keyup', 'pointerover', 'scroll'];

/**
 * Calls `onChange` at once and whenever the path may have changed; never without paths. Browsers without the Navigation API
 * don't report `pushState`, and a page's history is not to be patched: there the path is read at the visitor's next input,
 * scrolling included. What a script of the page pushes while the visitor does nothing is then noticed late. Returns the stop.
 */
export function followPaths(paths: readonly string[], onChange: (isListed: boolean) => void): () => void {
  const ended = new AbortController();
  const trim = (path: string): string => path.replace(/[/]+$/, '');
  // As addresses are written: letters beyond ASCII are encoded.
  const listed = paths.map((path) => trim(new URL(path, document.baseURI).pathname));
  const check = (): void => {
    const here = trim(location.pathname);
    onChange(listed.some((path) => path === here || (path.endsWith('/*') && `${here}/`.startsWith(path.slice(0, -1)))));
  };
  if (paths.length > 0) {
    check();
    // A page's own variable of that name is none.
    const { navigation } = window as { readonly navigation?: EventTarget };
    const source = typeof navigation?.addEventListener === 'function' ? navigation : window;
    for (const name of EVENTS) source.addEventListener(name, check, ended);
  }
  return () => ended.abort();
}
