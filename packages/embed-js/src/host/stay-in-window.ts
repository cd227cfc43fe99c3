/**
 * Keeps what lies at the edge of the window there when the page's root element has a transform, a perspective or the like, which
 * makes the whole page, and not its window, the place of everything `fixed`: moves it into the browser's top layer, above any
 * stacking order. It stays there: a root element that has a transform now and then would move it back and forth. Does nothing in
 * browsers without popovers. Returns the end.
 */
export function stayInWindow(element: HTMLElement): () => void {
  // Called after a layout: at the beginning, and when the element comes into the window or leaves it in part.
  const place = new IntersectionObserver(
    () => {
      // Null while only the window places it.
      if (element.offsetParent !== document.documentElement || !element.showPopover) return;
      element.popover = 'manual';
      element.showPopover();
    },
    { threshold: [0, 1] },
  );
  const look = (): void => {
    place.unobserve(element);
    place.observe(element);
  };
  const change = new MutationObserver(look);
  change.observe(document.documentElement, { attributeFilter: ['class', 'style'] });
  look();
  return () => {
    place.disconnect();
    change.disconnect();
  };
}
