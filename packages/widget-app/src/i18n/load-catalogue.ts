/**
 * The languages of the chat. The page's wish comes first, then the browser's; the first one with a catalogue wins, else
 * English. To add one: its tag in protocol's list of locales; the compiler then names every catalogue that lacks it.
 */
import { chooseLanguage as choose, type LanguageChoice, type Locale } from '@service/protocol';
import type { Catalogue } from './catalogue.js';

export const CATALOGUES: Readonly<Record<Locale, () => Promise<Catalogue>>> = {
  en: () => import('./en.js').then(({ en }) => en),
  de: () => import('./de.js').then(({ de }) => de),
  fr: () => import('./fr.js').then(({ fr }) => fr),
  es: () => import('./es.js').then(({ es }) => es),
  'pt-BR': () => import('./pt-br.js').then(({ ptBr }) => ptBr),
  ar: () => import('./ar.js').then(({ ar }) => ar),
  ja: () => import('./ja.js').then(({ ja }) => ja),
  'zh-Hans': () => import('./zh-hans.js').then(({ zhHans }) => zhHans),
};
const LANGUAGES = Object.keys(CATALOGUES) as readonly Locale[];

export type Choice = LanguageChoice<Locale>;

export const chooseLanguage = (wishes: readonly (string | null | undefined)[]): Choice => choose(wishes, LANGUAGES);
