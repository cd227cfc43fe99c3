/** Runs in the chat's own document. Returns one line for each element that overflows, is cut off, or is covered by another. */
export function layoutFaults(): string[] {
  /** These scroll in a box of their own, or exist for screen readers only. */
  const LEFT_OUT = '.visually-hidden, .visually-hidden *, pre *, table, table *, svg *, [inert], [inert] *, [hidden] *';
  /** These cover others on purpose while they are open. */
  const COVERS = '.menu-list, .drop-zone, .dialog, .search';
  const nameOf = (element: Element): string =>
    `${element.localName}${element.className && typeof element.className === 'string' ? `.${element.className}` : ''} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 30)}"`;
  const faults: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || element.closest(LEFT_OUT) || !element.checkVisibility()) continue;
    if (box.right > innerWidth + 1 || box.left < -1) faults.push(`${nameOf(element)} extends beyond the window`);
    const { overflowX, textOverflow } = getComputedStyle(element);
    const hasWords = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    if (
      hasWords &&
      overflowX !== 'visible' &&
      element.scrollWidth > element.clientWidth + 1 &&
      textOverflow !== 'ellipsis'
    )
      faults.push(`${nameOf(element)} is cut off without an ellipsis`);
    if (!element.matches('button, a[href], input, select, textarea, summary')) continue;
    // Only elements in view; the others can be scrolled to.
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    let room: Element | null = element.parentElement;
    while (room && !/auto|scroll/.test(getComputedStyle(room).overflowY)) room = room.parentElement;
    const view = room?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
    if (y < view.top + 12 || y > Math.min(view.bottom, innerHeight) - 12) continue;
    const there = document.elementFromPoint(x, y);
    if (!there || element.contains(there) || there.contains(element) || there.closest('label')?.contains(element))
      continue;
    if (there.closest(COVERS)) continue;
    faults.push(`${nameOf(element)} is covered by ${nameOf(there)}`);
  }
  return faults;
}
