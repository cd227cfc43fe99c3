/** How many messages are unread, in the corner of a button. For the eye only: the button itself says it in words. */
export interface UnreadBadge {
  readonly element: HTMLElement;
  show(count: number): void;
}

export function unreadBadge(page: Document): UnreadBadge {
  const element = page.createElement('span');
  element.id = 'unread';
  element.hidden = true;
  // "9+" is a number, also among words that run the other way.
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
