/**
 * Light or dark, decided on the page: only the page can read its classes and `data-theme`. The frame gets the result.
 */
import type { ColorScheme, Scheme } from '@service/protocol';

/** What an element says, in order of precedence. One that says both says nothing. */
const MARKS = [
  ['.dark:not(.light)', '.light:not(.dark)'],
  ['[data-theme=dark]', '[data-theme=light]'],
] as const;

/** `auto`: the class of `<html>`, then of `<body>`, then `data-theme` of either, then the system. */
export function decideScheme(wish: ColorScheme, page: Window): Scheme {
  if (wish !== 'auto') return wish;
  const { documentElement, body } = page.document;
  for (const [dark, light] of MARKS)
    for (const element of [documentElement, body as HTMLElement | null]) {
      if (element?.matches(dark)) return 'dark';
      if (element?.matches(light)) return 'light';
    }
  return page.matchMedia?.(SYSTEM_IS_DARK).matches ? 'dark' : 'light';
}

/** The media query. */
export const SYSTEM_IS_DARK = '(prefers-color-scheme: dark)';
