/** The number of unread messages, in the corner of a button. Hidden from screen readers: the button's description has the count. */
export interface UnreadBadge {
  readonly element: HTMLElement;
  show(count: number): void;
}

export function unreadBadge(page: Document): UnreadBadge {
  const element = page.createElement('span');
  element.id = 'unread';
  element.hidden = true;
  // "9+" is a number, also in a language that is written from right to left.
  element.dir = 'ltr';
  element.setAttribute('aria-hidden', 'true');
  return {
    element,
    show(count) {
      element.hidden = count === 0;
      element.textContent = count > 9 ? '9+' : String(count);
    },
  };
}
