/** What an empty conversation begins with: by the visitor's language, and by the page that they are on. Pure. */
import type { Locale } from '../texts/locales.js';

/** A greeting and questions for one language, for some pages, or for both. */
export interface Welcome {
  /** Null: every language. */
  readonly language: Locale | null;
  /** `/pricing` for this page, `/pricing/*` for it and all below; null: every page. */
  readonly path: string | null;
  /** Null: as it is without this entry. */
  readonly greeting: string | null;
  /** Null: as they are without this entry. */
  readonly questions: readonly string[] | null;
}

interface Welcoming {
  readonly greeting: string | null;
  readonly questions: readonly string[];
  readonly welcomes?: readonly Welcome[];
}

interface Visit {
  readonly language: Locale;
  /** The path of the page’s address; null: not known. */
  readonly path: string | null;
}

/**
 * Greeting and questions for a visitor. Of the entries that fit, one for this page goes before one for a folder, a deeper folder
 * before a higher one, and then one for the language before one for all; of equals the first. Each of the two is looked for by itself.
 */
export function welcomeFor(
  { greeting, questions, welcomes = [] }: Welcoming,
  { language, path }: Visit,
): { readonly greeting: string | null; readonly questions: readonly string[] } {
  const fitting = welcomes
    .filter((each) => (each.language ?? language) === language && (each.path === null || isOn(path, each.path)))
    .sort((a, b) => nearness(b) - nearness(a));
  return {
    greeting: fitting.find((each) => each.greeting !== null)?.greeting ?? greeting,
    questions: fitting.find((each) => each.questions !== null)?.questions ?? questions,
  };
}

/** `page`: of an address, so letters beyond ASCII are encoded in it. */
function isOn(page: string | null, path: string): boolean {
  if (page === null) return false;
  const { pathname } = new URL(path, 'https://site.example');
  return pathname.endsWith('/*')
    ? `${trimmed(page)}/`.startsWith(pathname.slice(0, -1))
    : trimmed(page) === trimmed(pathname);
}

const trimmed = (path: string): string => path.replace(/\/+$/, '');

/** More than any folder's. */
const ONE_PAGE = 1_000;

const nearness = ({ path, language }: Welcome): number =>
  (path === null ? 0 : path.endsWith('/*') ? 2 * path.length : ONE_PAGE) + (language === null ? 0 : 1);
