/**
 * Which of the languages there are meets a reader's wishes. Widget and consent choose by the same rule, so that nobody
 * agrees in another language than the one they chat in.
 */
import { LANGUAGE_TAG } from './identifiers.js';

export interface LanguageChoice<Language extends string> {
  readonly language: Language | 'en';
  /** The wish that was met, as it was made: `de-AT` keeps Austria's way to write a date. */
  readonly locale: string;
}

/**
 * The first wish that one of `languages` meets wins, else English. A wish that is no language tag is passed over: a page's
 * `lang` may hold anything.
 */
export function chooseLanguage<Language extends string>(
  wishes: readonly (string | null | undefined)[],
  languages: readonly Language[],
): LanguageChoice<Language> {
  for (const wish of wishes) {
    const wanted = wish && LANGUAGE_TAG.test(wish) ? likely(wish) : null;
    const language = wanted && languages.find((each) => likely(each) === wanted);
    if (wish && language) return { language, locale: wish };
  }
  return { language: 'en', locale: 'en' };
}

/**
 * Language and script, the latter guessed from the country when it isn't said: readers of `zh-TW` don't get simplified
 * characters while their browser has another wish, and `pt-PT` is close enough to what is there.
 */
function likely(tag: string): string | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return null;
  }
}
