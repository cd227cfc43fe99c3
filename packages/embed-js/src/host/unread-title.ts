/**
 * The page's title says how many messages wait while nobody looks at the page: "(2) Our shop". It is a guest's mark on
 * somebody else's title: gone as soon as the page is looked at or the messages are read elsewhere, and never put over a title
 * that the page has changed meanwhile.
 */
export interface TitleBadge {
  unread(count: number): void;
  /** Takes the mark away, and ends. */
  stop(): void;
}

export function createTitleBadge(page: Document): TitleBadge {
  let marked: { readonly title: string; readonly before: string } | null = null;

  const clear = (): void => {
    if (marked && page.title === marked.title) page.title = marked.before;
    marked = null;
  };
  const looked = (): void => {
    if (!page.hidden) clear();
  };
  page.addEventListener('visibilitychange', looked);

  return {
    unread(count) {
      clear();
      if (count === 0 || !page.hidden) return;
      const before = page.title;
      page.title = `(${count > 9 ? '9+' : count}) ${before}`;
      marked = { title: page.title, before };
    },
    stop() {
      page.removeEventListener('visibilitychange', looked);
      clear();
    },
  };
}
