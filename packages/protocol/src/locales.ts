/**
 * Which of the languages there are meets a reader's wishes. Widget and consent choose by the same rule, so that nobody
 * agrees in another language than the one they chat in.
 */
import { LANGUAGE_TAG } from './frames/ids.js';

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
    const wanted = wish && LANGUAGE_TAG.test(wish) ? localeOf(wish) : null;
    const language = wanted && languages.find((each) => reads(wanted, new Intl.Locale(each)));
    if (wish && language) return { language, locale: wish };
  }
  return { language: 'en', locale: 'en' };
}

/**
 * Whether who asks for one reads the other: `pt-PT` is close enough to `pt-BR`. Only where one of them says its script is
 * the other's guessed from its country: readers of `zh-TW` don't get simplified characters while their browser has another
 * wish. The first guess costs a browser more than all else it does until the launcher is there.
 */
function reads(wanted: Intl.Locale, offered: Intl.Locale): boolean {
  if (wanted.language !== offered.language) return false;
  if (!wanted.script && !offered.script) return true;
  return wanted.maximize().script === offered.maximize().script;
}

function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}
