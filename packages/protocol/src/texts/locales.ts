/** The languages of the chat. Everything that is translated has an entry for each of them, and the compiler says where one is missing. */
import { LANGUAGE_TAG } from '../frames/ids.js';

export const LOCALES = ['en', 'de', 'fr', 'es', 'pt-BR', 'ar', 'ja', 'zh-Hans'] as const;

/** A language of the chat. */
export type Locale = (typeof LOCALES)[number];

export interface LanguageChoice<Language extends string> {
  readonly language: Language | 'en';
  /** The wish as it was written: `de-AT` keeps Austria's way to write a date. */
  readonly locale: string;
}

/**
 * The first wish that one of `languages` meets wins, else English. The widget and the consent choose by this rule, so that
 * a visitor agrees in the language they chat in. A wish that is no language tag is skipped: a page's `lang` may hold anything.
 */
export function chooseLanguage<Language extends string>(
  wishes: readonly (string | null | undefined)[],
  languages: readonly Language[],
): LanguageChoice<Language> {
  for (const wish of wishes) {
    const wanted = wish && LANGUAGE_TAG.test(wish) ? localeOf(wish) : null;
    const language = wanted && languages.find((each) => canRead(wanted, new Intl.Locale(each)));
    if (wish && language) return { language, locale: wish };
  }
  return { language: 'en', locale: 'en' };
}

/**
 * True when a reader of one language can read the other: `pt-PT` is close enough to `pt-BR`. The script is derived from the
 * country only if one of them names its script: readers of `zh-TW` don't get simplified characters while their browser has
 * another wish. `maximize` is the slowest call before the launcher is shown, so it is avoided where possible.
 */
function canRead(wanted: Intl.Locale, offered: Intl.Locale): boolean {
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
