/**
 * Light or dark, decided on the page: only the page can read its classes and `data-theme`. The frame gets the result.
 */
import type { ColorScheme, Scheme } from '@service/protocol';

/** The hints of one element of the page. */
export interface ElementHint {
  readonly dark: boolean;
  readonly light: boolean;
  /** `data-theme`, or null. */
  readonly theme: string | null;
}

export interface ColorSchemeHints {
  /** `<html>`, then `<body>`: in order of precedence. */
  readonly marks: readonly ElementHint[];
  readonly systemDark: boolean;
}

/** `auto`: a `.dark`/`.light` class, then `data-theme`, then the system. An element that says both says nothing. */
export function decideScheme(wish: ColorScheme, hints: ColorSchemeHints): Scheme {
  if (wish !== 'auto') return wish;
  for (const { dark, light } of hints.marks) if (dark !== light) return dark ? 'dark' : 'light';
  for (const { theme } of hints.marks) if (theme === 'dark' || theme === 'light') return theme;
  return hints.systemDark ? 'dark' : 'light';
}

export function readColorSchemeHints(page: Window): ColorSchemeHints {
  const { documentElement, body } = page.document;
  const marks = [documentElement, body as HTMLElement | null].flatMap((element) =>
    element
      ? {
          dark: element.classList.contains('dark'),
          light: element.classList.contains('light'),
          theme: element.getAttribute('data-theme'),
        }
      : [],
  );
  return { marks, systemDark: systemIsDark(page)?.matches ?? false };
}

export function systemIsDark(page: Window): MediaQueryList | undefined {
  return page.matchMedia?.('(prefers-color-scheme: dark)');
}
