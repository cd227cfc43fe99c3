/**
 * Which language the chat speaks. Wishes are heard in order (the page's, then the browser's); the first one that there is
 * a catalogue for wins, else English, which is always here. The others load one at a time, when they are chosen.
 */
import { type ConsentLocale, LANGUAGE_TAG } from '@service/protocol';
import { en } from './en.js';
import { type Catalogue, type Texts, textsOf } from './texts.js';

const CATALOGUES: Readonly<Record<Exclude<ConsentLocale, 'en'>, () => Promise<Catalogue>>> = {
  de: () => import('./de.js').then(({ de }) => de),
  fr: () => import('./fr.js').then(({ fr }) => fr),
  es: () => import('./es.js').then(({ es }) => es),
  'pt-BR': () => import('./pt-br.js').then(({ ptBr }) => ptBr),
  ar: () => import('./ar.js').then(({ ar }) => ar),
  ja: () => import('./ja.js').then(({ ja }) => ja),
  'zh-Hans': () => import('./zh-hans.js').then(({ zhHans }) => zhHans),
};
const LANGUAGES = ['en', ...Object.keys(CATALOGUES)] as readonly ConsentLocale[];

export interface Choice {
  readonly language: ConsentLocale;
  /** The wish that was met, as it was made: `de-AT` keeps Austria's way to write a date. */
  readonly locale: string;
}

/** Wishes that are no language tag are passed over: a page's `lang` may hold anything. */
export function chooseLanguage(wishes: readonly (string | null | undefined)[]): Choice {
  for (const wish of wishes) {
    const wanted = wish && LANGUAGE_TAG.test(wish) ? likely(wish) : null;
    const language = wanted && LANGUAGES.find((each) => likely(each) === wanted);
    if (wish && language) return { language, locale: wish };
  }
  return { language: 'en', locale: 'en' };
}

/** The catalogue; English when the chosen one can't be fetched, because words in another language beat none. */
export async function loadTexts({ language, locale }: Choice): Promise<Texts> {
  if (language === 'en') return { ...en, locale };
  try {
    return textsOf(await CATALOGUES[language](), locale);
  } catch {
    return en;
  }
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
