/** The language that the page asks for: by `locale`, or where the chat is by its `lang`; empty: only the browser can tell. */
export function pageLanguage(locale: unknown, mount: Element): string {
  return (locale as string | undefined) ?? mount.closest('[lang]')?.getAttribute('lang') ?? '';
}
