/**
 * Shows the number of unread messages in the title of a hidden page: "(2) Our shop". The title is the page's own again as
 * soon as the page is visible or the messages are read elsewhere. A title that the page has changed meanwhile stays.
 */
export interface TitleBadge {
  unread(count: number): void;
  /** Removes the number, and ends. */
  stop(): void;
}

export function createTitleBadge(page: Document): TitleBadge {
  let marked: { readonly title: string; readonly before: string } | null = null;

  const clear = (): void => {
    if (marked && page.title === marked.title) page.title = marked.before;
    marked = null;
  };
  const onVisibilityChange = (): void => {
    if (!page.hidden) clear();
  };
  page.addEventListener('visibilitychange', onVisibilityChange);

  return {
    unread(count) {
      clear();
      const before = page.title;
      // An element where the page has one of that name: `<form name="title">`.
      if (count === 0 || !page.hidden || typeof before !== 'string') return;
      page.title = `(${count > 9 ? '9+' : count}) ${before}`;
      marked = { title: page.title, before };
    },
    stop() {
      page.removeEventListener('visibilitychange', onVisibilityChange);
      clear();
    },
  };
}
